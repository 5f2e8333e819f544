import fs from 'node:fs';
import { join } from 'node:path';
import { removePostgres } from '../../scripts/lib/embedded-postgres.mjs';

const MARKER = '.ramp-checkout-demo';

/**
 * Files of the demo. The database may be elsewhere: see `databaseHome`.
 * @typedef {object} DemoFolder
 * @property {string} path
 * @property {string} postgres
 * @property {string} sandboxState
 * @property {string} endpoint the webhook endpoint of the shop, with its secret
 * @property {string} journal events that the shop has received and delivered
 * @property {(name: string) => string} log
 */

/**
 * Creates the folder, or recognises it by its marker: a foreign folder is neither written to nor deleted from.
 * @param {string} path absolute
 * @returns {DemoFolder}
 */
export function openFolder(path) {
  fs.mkdirSync(path, { recursive: true });
  const marker = join(path, MARKER);
  if (!fs.existsSync(marker)) {
    if (fs.readdirSync(path).length > 0)
      throw new Error(`${path} is not empty and not the demo's: give another --data folder`);
    fs.writeFileSync(marker, 'The demo of Ramp Checkout keeps its data here; `--fresh` deletes it.\n');
  }
  fs.mkdirSync(join(path, 'logs'), { recursive: true });
  return {
    path,
    postgres: join(path, 'postgres'),
    sandboxState: join(path, 'sandbox-state.json'),
    endpoint: join(path, 'webhook-endpoint.json'),
    journal: join(path, 'shop-journal.jsonl'),
    log: (name) => join(path, 'logs', `${name}.log`),
  };
}

/**
 * Deletes the data of earlier demos.
 * @param {DemoFolder} folder
 * @param {boolean} ownPostgres whether the database in the folder is in use
 */
export async function emptyFolder(folder, ownPostgres) {
  if (ownPostgres) await removePostgres(folder.postgres);
  for (const name of fs.readdirSync(folder.path)) {
    if (name !== MARKER) fs.rmSync(join(folder.path, name), { recursive: true, force: true });
  }
  fs.mkdirSync(join(folder.path, 'logs'));
}
