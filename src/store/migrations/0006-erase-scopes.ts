// Deleting for good gets scopes of its own. Tokens that could do so until now, by a write scope, keep the right: also
// those that could delete a file which an email has attached. `emails:erase` does not erase mail without `emails:write`.

export const sqlite = `
  update tokens set scopes = scopes || ' events:erase' where ' ' || scopes || ' ' like '% events:write %';
  update tokens set scopes = scopes || ' emails:erase'
    where ' ' || scopes || ' ' like '% emails:write %' or ' ' || scopes || ' ' like '% files:write %';
  update tokens set scopes = scopes || ' contacts:erase' where ' ' || scopes || ' ' like '% contacts:write %';
`;

export const postgres = sqlite;
