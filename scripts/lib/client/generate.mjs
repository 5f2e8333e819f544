import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project.mjs';
import { run } from '../run.mjs';
import { clientPart } from './client-part.mjs';

/** Committed files of the client that are generated, as paths in the project. */
export const GENERATED = {
  document: 'client/openapi.json',
  codes: 'client/src/problem-codes.ts',
};

const HEADING = '// Made from openapi.json by `npm run client`: edit the service instead.\n\n';

/**
 * Generates document and error codes from the built service.
 * @param {AbortSignal} [signal]
 * @returns {Promise<Record<keyof typeof GENERATED, string>>} the texts of the files
 * @throws {Error} if the program fails
 */
export async function generate(signal) {
  const program = join(projectRoot, 'dist', 'src', 'cli', 'openapi.js');
  const { code, output } = await run(process.execPath, [program], { cwd: projectRoot, signal });
  if (code !== 0) throw new Error(`the service did not describe itself:\n${output}`);
  const part = clientPart(JSON.parse(output));
  return {
    document: `${JSON.stringify(part, null, 2)}\n`,
    codes: HEADING + problemCodes(part),
  };
}

/**
 * The codes of problems, each with the names of the members that only it requires.
 * @param {import('./client-part.mjs').OpenApiDocument} document
 */
function problemCodes({ components }) {
  const schemas = /** @type {Record<string, any>} */ (components?.['schemas'] ?? {});
  const refs = /** @type {[code: string, ref: string][]} */ (Object.entries(schemas['Problem'].discriminator.mapping));
  const required = refs.map(([, ref]) => /** @type {string[]} */ (schemas[ref.split('/').at(-1) ?? ''].required));
  const lines = refs.map(([code], at) => {
    const own = required[at]?.filter((name) => !required.every((names) => names.includes(name))) ?? [];
    return `  ${code}: [${own.map((name) => `'${name}'`).join(', ')}],\n`;
  });
  return `export const PROBLEM_MEMBERS = {\n${lines.join('')}} as const;\n`;
}

/** @param {Record<keyof typeof GENERATED, string>} texts @returns {string[]} the files that changed */
export function writeGenerated(texts) {
  const names = /** @type {(keyof typeof GENERATED)[]} */ (Object.keys(GENERATED));
  const stale = names.filter((name) => readFileSync(join(projectRoot, GENERATED[name]), 'utf8') !== texts[name]);
  for (const name of stale) writeFileSync(join(projectRoot, GENERATED[name]), texts[name]);
  return stale.map((name) => GENERATED[name]);
}
