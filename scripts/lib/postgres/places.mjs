import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canReach } from './account.mjs';

/** A folder outside the checkout that everybody can walk into; `/var/tmp` outlives a restart of the machine. */
export function sharedPlace() {
  return fs.existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}

/**
 * A folder of ours in a place where everybody may write. Its name can be guessed, so one that somebody else put there
 * first is refused.
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
 * Where the database asked for in `dir` really lives: there, or outside when the account that runs Postgres cannot walk
 * there (root with the checkout under /root).
 * @param {string} dir absolute
 * @param {import('./account.mjs').Account | undefined} account
 */
export function databaseHome(dir, account) {
  // `dir` itself is given to the account, so only what is above it counts.
  if (canReach(existingAbove(dir), account)) return dir;
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  return join(ownFolder(sharedPlace(), 'ramp-checkout-databases'), name);
}

/** @param {string} dir @returns {string} */
function existingAbove(dir) {
  const above = dirname(dir);
  return fs.existsSync(above) ? above : existingAbove(above);
}
