// The types of the API for TypeScript, generated from the OpenAPI document as `npm run generate` writes them.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../src/http/docs/openapi.ts';

/** Where they are written, below the root of the project. */
export const TYPES_FILE = 'client/src/generated/openapi.ts';

const HEADER = '// Types of the API, generated from its OpenAPI document by npm run generate. Do not edit.\n';

/** The types of a document, with one for each of its schemas. */
export async function typesOf(document: object): Promise<string> {
  const nodes = await openapiTS(document as OpenAPI3, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return astToString(nodes);
}

/**
 * The types of this version: without examples, which are most of the document, and without the operations of webhooks,
 * since what a webhook is sent is the schema WebhookPayload.
 */
export async function generateTypes(): Promise<string> {
  const { webhooks: _, ...document } = openApi('');
  const isExample = (key: string) => key === 'example' || key === 'examples';
  const plain = JSON.stringify(document, (key, value) => (isExample(key) ? undefined : value));
  return HEADER + (await typesOf(JSON.parse(plain)));
}
