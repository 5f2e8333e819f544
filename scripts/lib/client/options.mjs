import { parseArgs } from 'node:util';

export const HELP = `npm run client [-- options]

Makes the typed client anew: asks the service for its OpenAPI document, keeps the part that it uses in
client/openapi.json, makes its error codes (client/src/problem-codes.ts) and its types (client/src/schema.ts, which the
build makes too) from it, compiles it to client/dist, and packs it there into a .tgz that \`npm install\` takes. Needs nothing but \`npm ci\`.

  --check  writes nothing: ends with 1 when the committed document or codes are not what the service says now
  --help   this text
`;

/**
 * @param {readonly string[]} args
 * @returns {{ help: boolean, check: boolean }}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseClientOptions(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  return parseArgs({ args, options: { help: { ...flag, short: 'h' }, check: flag } }).values;
}
