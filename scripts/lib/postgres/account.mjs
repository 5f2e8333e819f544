import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Postgres refuses to run as root, so root runs it under another account.
 * @typedef {{ uid: number, gid: number }} Account
 */

/** @returns {Account | undefined} undefined: the current account */
export function postgresAccount() {
  if (process.getuid?.() !== 0) return undefined;
  // Any account will do; these two exist without a useradd.
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('Postgres does not run as root, and /etc/passwd has neither `postgres` nor `nobody` to run it as');
}

/** @param {string} path @param {Account | undefined} account */
export function giveTo(path, account) {
  if (account) chownSync(path, account.uid, account.gid);
}

/**
 * @param {string} folder one that exists
 * @param {Account | undefined} account
 * @returns {boolean} whether the account can enter the folder; home directories often exclude other accounts
 */
export function canReach(folder, account) {
  if (!account) return true;
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & mayEnter)) return false;
    if (at === dirname(at)) return true;
  }
}
