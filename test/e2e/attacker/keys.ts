import { randomBytes } from 'node:crypto';
import { until } from '../../support/service.js';
import { createKey } from '../../support/made-key.js';
import type { MadeKey } from '../../support/made-key.js';
import type { Attacker, Stage } from './tour.js';
import { sendFrom } from './wire.js';
import type { Reply } from './wire.js';

const GUESSES = 300;
const AT_ONCE = 10;
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Keys that are none: guessed, put together from parts of good ones, ended. Never a hint which part was wrong. */
export const keyGuessing: Stage = {
  title: 'keys that nobody was given',
  async run(attacker) {
    const { tour } = attacker;
    const { keys, world } = tour;
    const revoked = await createKey(world.databaseUrl, 'admin', 'revoked');
    const { key, id } = revoked;
    await attacker.strike({
      what: 'a key that is good still',
      path: '/v1/admin/runs',
      headers: { 'x-api-key': key },
      allowed: [200],
    });
    const revocation = { method: 'POST', path: `/v1/admin/keys/${id}/revoke`, headers: tour.withKey('admin') };
    const done = await attacker.send({ ...revocation, body: { reason: 'it was stolen' } });
    if (done.status >= 300) attacker.fault(`a key could not be revoked: ${done.status} ${done.text}`);
    // Every process hears of it within seconds.
    await until('the revocation is known', async () => {
      return (await attacker.send({ path: '/v1/admin/runs', headers: { 'x-api-key': key } })).status === 401;
    });
    const answers = new Map<string, string>();
    const wrong = { ...alterations(keys.admin, keys.checkout), 'that was revoked': key };
    for (const [what, guess] of Object.entries(wrong)) {
      const reply = await attacker.strike({
        what: `a key ${what}`,
        path: '/v1/admin/keys',
        headers: { 'x-api-key': guess },
        allowed: [401],
      });
      answers.set(shapeOf(reply), what);
    }
    if (answers.size > 1) attacker.fault(`answers tell kinds of bad keys apart: ${[...answers].join(' | ')}`);
    await attacker.strikeAll([
      {
        what: 'two keys',
        path: '/v1/admin/keys',
        headers: { 'x-api-key': [keys.insider.key, keys.admin.key] },
        allowed: [401],
      },
      { what: 'a key in the query', path: `/v1/admin/keys?api_key=${keys.admin.key}`, allowed: [401] },
      {
        what: 'a key in a cookie',
        path: '/v1/admin/keys',
        headers: { cookie: `x-api-key=${keys.admin.key}` },
        allowed: [401],
      },
      {
        what: 'a key as a token',
        path: '/v1/admin/keys',
        headers: { authorization: `Bearer ${keys.admin.key}` },
        allowed: [401],
      },
      {
        what: 'a key as a password',
        path: '/v1/admin/keys',
        headers: { authorization: `Basic ${Buffer.from(`key:${keys.admin.key}`).toString('base64')}` },
        allowed: [401],
      },
      { what: 'an id of a key', path: '/v1/admin/keys', headers: { 'x-api-key': keys.admin.id }, allowed: [401] },
    ]);
    await manyGuesses(attacker, keys.admin);
  },
};

/** Changes to a good key: each part by itself, and parts of two keys together. */
function alterations({ key }: MadeKey, other: MadeKey): Record<string, string> {
  const swapped = (at: number): string => `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
  const half = Math.floor(key.length / 2);
  const parts = [...key.matchAll(/[_.-]/g)].map(({ index }) => index + 1);
  const joined = Object.fromEntries(
    parts.flatMap((at) => [
      [`with the beginning of another one, up to ${at}`, other.key.slice(0, at) + key.slice(at)],
      [`with the end of another one, from ${at}`, key.slice(0, at) + other.key.slice(at)],
      [`with a random end from ${at}`, key.slice(0, at) + randomText(key.length - at)],
      [`with nothing from ${at}`, key.slice(0, at)],
    ]),
  );
  // Two parts may be alike in all keys: then nothing was altered.
  const altered = Object.entries(joined).filter(([, guess]) => guess !== key && guess !== other.key);
  return {
    ...Object.fromEntries(altered),
    'with another character in its middle': swapped(half),
    'with another last character': swapped(key.length - 1),
    'with another character near its begin': swapped(Math.min(8, key.length - 1)),
    'without its last character': key.slice(0, -1),
    'with a character more': `${key}a`,
    'twice in a row': key + key,
    'in upper case': key.toUpperCase(),
    'in quotes': `"${key}"`,
    'with a comma and itself': `${key}, ${key}`,
    empty: '',
    'that is SQL': `' OR '1'='1' --`,
    'that is SQL behind a prefix': `${key.slice(0, half)}' OR hash IS NOT NULL --`,
    'that matches everything': '%',
    'that is a prototype': '__proto__',
    'of thousands of characters': 'a'.repeat(9000),
  };
}

const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** The response without what differs in every response. */
function shapeOf({ status, headers, text }: Reply): string {
  const names = Object.keys(headers).filter((name) => !/^(?:x-)?ratelimit/.test(name));
  return JSON.stringify([status, names.sort(), text.replace(/[0-9a-f]{32}/g, '')]);
}

async function manyGuesses(attacker: Attacker, { key }: MadeKey): Promise<void> {
  const { tour, address } = attacker;
  const seen = new Map<number, number>();
  const guess = async (): Promise<void> => {
    const headers = { 'x-api-key': key.slice(0, -12) + randomText(12) };
    const reply = await sendFrom(address, tour.port, { path: '/v1/admin/keys', headers });
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
    if (reply.status === 429 && reply.headers['retry-after'] === undefined) attacker.fault('429 without Retry-After');
  };
  for (let n = 0; n < GUESSES / AT_ONCE; n++) await Promise.all(Array.from({ length: AT_ONCE }, guess));
  const odd = [...seen.keys()].filter((status) => status !== 401 && status !== 429);
  if (odd.length > 0) attacker.fault(`${GUESSES} guesses were answered ${odd.join(', ')}`);
}
