// JSON Schema as plain objects, for the validator and the OpenAPI document. Only the builders that the declarations
// need: a schema library takes as long to load as all of Daybook's own code.
export interface Schema {
  [keyword: string]: unknown;
}

export const Type = {
  String: (keywords: Schema = {}): Schema => ({ type: 'string', ...keywords }),
  Integer: (keywords: Schema = {}): Schema => ({ type: 'integer', ...keywords }),
  Boolean: (keywords: Schema = {}): Schema => ({ type: 'boolean', ...keywords }),
  Array: (items: Schema, keywords: Schema = {}): Schema => ({ type: 'array', items, ...keywords }),
};
