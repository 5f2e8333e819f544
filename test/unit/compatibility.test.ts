import { expect, it } from 'vitest';
import { brokenPromises } from '../support/compatibility/promises.js';
import type { Promises } from '../support/compatibility/promises.js';

const PROMISED: Promises = {
  'GET /v1/cryptos': { operation: 'cryptos_list for-token', 'query fiat': 'string must', '404': 'not_found' },
  'schema Order': { '.status': 'string not-null', '.memo': 'string' },
  settings: { PORT: 'integer default=3000', HOST: 'text default=0.0.0.0' },
  migrations: { Initial1: 'aa' },
};

/** `changes`: of things, by subject; null removes one. */
it.each<[what: string, changes: Record<string, Record<string, string | null> | null>, broken: readonly string[]]>([
  ['nothing changes', {}, []],
  ['an operation is new, and demands', { 'GET /v1/new': { 'query fiat': 'string must' } }, []],
  ['a field is new', { 'schema Order': { '.new': 'string' } }, []],
  ['a code is new', { 'GET /v1/cryptos': { '404': 'not_found gone_away' } }, []],
  ['a demand is dropped', { 'GET /v1/cryptos': { 'query fiat': 'string' } }, []],
  ['a nullable field is always a text', { 'schema Order': { '.memo': 'string not-null' } }, []],
  ['a migration is new', { migrations: { Second2: 'bb' } }, []],
  [
    'an operation is gone',
    { 'GET /v1/cryptos': null },
    ['operation', 'query fiat', '404'].map((thing) => `gone: GET /v1/cryptos: ${thing}: altogether`),
  ],
  ['a field is gone', { 'schema Order': { '.memo': null } }, ['gone: schema Order: .memo: altogether']],
  ['a code is gone', { 'GET /v1/cryptos': { '404': '' } }, ['gone: GET /v1/cryptos: 404: not_found']],
  ['a type changes', { 'schema Order': { '.memo': 'integer' } }, ['gone: schema Order: .memo: string']],
  ['a field can be null', { 'schema Order': { '.status': 'string' } }, ['gone: schema Order: .status: not-null']],
  ['a parameter is demanded', { 'GET /v1/cryptos': { 'query x': 'must' } }, ['demanded: GET /v1/cryptos: query x']],
  ['a setting is demanded', { settings: { NEW: 'text must' } }, ['demanded: settings: NEW']],
  ['a default changes', { settings: { PORT: 'integer default=80' } }, ['gone: settings: PORT: default=3000']],
  ['a migration changes', { migrations: { Initial1: 'ab' } }, ['gone: migrations: Initial1: aa']],
])('what breaks a promise: %s', (_, changes, broken) => {
  const subjects = { ...PROMISED, ...changes };
  const today = Object.fromEntries(
    Object.entries(subjects).map(([subject, things]) => {
      const all = things === null ? {} : { ...PROMISED[subject], ...things };
      return [subject, Object.fromEntries(Object.entries(all).filter(([, words]) => words !== null))];
    }),
  ) as Promises;
  expect(brokenPromises(PROMISED, today).sort()).toEqual([...broken].sort());
});
