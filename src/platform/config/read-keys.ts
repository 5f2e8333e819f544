import { Secret } from '../callers/secret.js';
import { isGuessable } from './guessable-key.js';
import type { SettingsReader } from './reader.js';

/** The keys from which all others are derived, newest first; empty: one is made once and kept in the database. */
export function serviceKeys(read: SettingsReader, auth: 'required' | 'none') {
  const secret = read.secret('SERVICE_KEY');
  if (secret === null) {
    if (auth === 'required') read.problems.push('SERVICE_KEY is required (or SERVICE_KEY_FILE) unless AUTH=none');
    return [];
  }
  return keysOf(read, secret);
}

/** The same where there is no doing without them. */
export function requiredServiceKeys(read: SettingsReader) {
  return keysOf(read, read.requiredSecret('SERVICE_KEY'));
}

function keysOf(read: SettingsReader, secret: Secret): { readonly id: string; readonly key: Secret }[] {
  // The secret is missing or empty, which is reported already.
  if (secret.reveal() === '') return [];
  const keys = secret
    .reveal()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, id, key] = /^(?:([A-Za-z0-9]{1,16}):)?([A-Za-z0-9+/_=-]+)$/.exec(item) ?? [];
      return { id: id ?? '1', key: new Secret(key ?? '') };
    });
  const bytes = keys.map(({ key }) => Buffer.from(key.reveal(), 'base64'));
  const fits = bytes.every(({ length }) => length === 32);
  const distinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (!fits || !distinct || keys.length === 0) {
    read.problems.push('SERVICE_KEY must be 32 bytes in base64, or a list of id:key with different ids');
  } else if (bytes.some(isGuessable)) {
    read.problems.push('SERVICE_KEY must be random, not text or a pattern: make one with openssl rand -base64 32');
  }
  return keys;
}
