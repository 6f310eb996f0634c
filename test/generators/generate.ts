// Writes the types of the client from the OpenAPI document: npm run generate
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateTypes, TYPES_FILE } from './types.ts';

await writeFile(join(import.meta.dirname, '../..', TYPES_FILE), await generateTypes());
