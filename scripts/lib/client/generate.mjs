import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { projectRoot } from '../project.mjs';
import { run } from '../run.mjs';
import { clientPart } from './client-part.mjs';

/** Generated files of the client, as paths in the project. */
export const GENERATED = { document: 'client/openapi.json', types: 'client/src/schema.ts' };

const HEADING = '// Made from openapi.json by `npm run client`: edit the service instead.\n\n';

/**
 * Generates document and types from the built service.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ document: string, types: string }>} the texts of both files
 * @throws {Error} if the program fails
 */
export async function generate(signal) {
  const program = join(projectRoot, 'dist', 'src', 'cli', 'openapi.js');
  const { code, output } = await run(process.execPath, [program], { cwd: projectRoot, signal });
  if (code !== 0) throw new Error(`the service did not describe itself:\n${output}`);
  const part = clientPart(JSON.parse(output));
  const source = /** @type {import('openapi-typescript').OpenAPI3} */ (/** @type {unknown} */ (structuredClone(part)));
  // A request field with a default is optional.
  const types = astToString(await openapiTypescript(source, { defaultNonNullable: false }));
  return { document: `${JSON.stringify(part, null, 2)}\n`, types: HEADING + types };
}

/** @param {{ document: string, types: string }} texts @returns {string[]} the files that changed */
export function writeGenerated(texts) {
  const names = /** @type {(keyof typeof GENERATED)[]} */ (Object.keys(GENERATED));
  const stale = names.filter((name) => readFileSync(join(projectRoot, GENERATED[name]), 'utf8') !== texts[name]);
  for (const name of stale) writeFileSync(join(projectRoot, GENERATED[name]), texts[name]);
  return stale.map((name) => GENERATED[name]);
}
