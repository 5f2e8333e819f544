import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canReach } from './account.mjs';

/** A world-readable folder outside the checkout; `/var/tmp` survives a reboot. */
export function sharedPlace() {
  return fs.existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}

/**
 * Our folder in a world-writable place. Its name can be guessed, so a folder of another owner is refused.
 * @param {string} place
 * @param {string} name
 */
export function ownFolder(place, name) {
  const folder = join(place, name);
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid } = fs.lstatSync(folder);
  const me = process.getuid?.();
  if (!fs.lstatSync(folder).isDirectory() || (me !== undefined && uid !== me)) {
    throw new Error(`${folder} belongs to somebody else: remove it`);
  }
  return folder;
}

/**
 * Where the database of `dir` is: there, or outside if Postgres' account cannot enter it (root with the checkout
 * under /root).
 * @param {string} dir absolute
 * @param {import('./account.mjs').Account | undefined} account
 */
export function databaseHome(dir, account) {
  // The account will own `dir` itself, so check only its parents.
  if (canReach(existingAbove(dir), account)) return dir;
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  return join(ownFolder(sharedPlace(), 'ramp-checkout-databases'), name);
}

/** @param {string} dir @returns {string} */
function existingAbove(dir) {
  const above = dirname(dir);
  return fs.existsSync(above) ? above : existingAbove(above);
}
