// The company of a contact folded whole, for the filter by a part of it; the column that lists sort by has only its
// beginning. It is filled when the service starts and folds all texts anew (domain/search-index.ts).

export const sqlite = `
  alter table contacts add column company_folded text;
  update contacts set company_folded = company;
  delete from notes where name = 'search';
`;

export const postgres = `
  alter table contacts add column company_folded text collate "C";
  update contacts set company_folded = company;
  delete from notes where name = 'search';
`;
