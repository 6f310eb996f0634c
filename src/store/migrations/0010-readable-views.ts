// The views of PostgreSQL read records with texts that PostgreSQL itself cannot hold. Views follow from the declarations
// and are made anew after the steps, so there is nothing to do here.

export const sqlite = 'select 1;';

export const postgres = sqlite;
