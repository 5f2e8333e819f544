// Makes the client's types from its document.
import fs from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { projectRoot } from '../project.mjs';

const HEADING = '// Made from openapi.json by the build: edit the service instead.\n\n';

const file = join(projectRoot, 'client/src/schema.ts');
const document = JSON.parse(fs.readFileSync(join(projectRoot, 'client/openapi.json'), 'utf8'));
// A request field with a default is optional.
const text = HEADING + astToString(await openapiTypescript(document, { defaultNonNullable: false }));
if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text);
