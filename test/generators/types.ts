// The types of the API for TypeScript, generated from the OpenAPI document as `npm run generate` writes them.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../src/http/docs/openapi.ts';

/** Where they are written, below the root of the project. */
export const TYPES_FILE = 'client/src/generated/openapi.ts';

const HEADER = '// Types of the API, generated from its OpenAPI document by npm run generate. Do not edit.\n';

/**
 * The document without its examples, which are most of it, and without the operations of webhooks: what a webhook is
 * sent is the schema WebhookPayload.
 */
function documentForTypes(): OpenAPI3 {
  const { webhooks: _, ...document } = openApi('');
  const isExample = (key: string) => key === 'example' || key === 'examples';
  return JSON.parse(JSON.stringify(document, (key, value) => (isExample(key) ? undefined : value)));
}

export async function generateTypes(): Promise<string> {
  const nodes = await openapiTS(documentForTypes(), { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return HEADER + astToString(nodes);
}
