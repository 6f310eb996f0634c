// The views of PostgreSQL read records with texts that PostgreSQL itself cannot hold. Views follow from the declarations
// and are made anew after every step, so there is nothing to do here.
export const readableViews = () => 'select 1;';
