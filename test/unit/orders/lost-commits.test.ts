import { expect, it } from 'vitest';
import { isInDoubt, mustLookUp } from '#src/orders/decisions/lost-commits.js';
import { at, MINUTE, NOW } from '../../support/moments.js';

const epoch = (doubted: boolean) => ({ doubted, beganAt: at(-60 * MINUTE), doubtedUntil: NOW });
const madeAt = (ms: number) => ({ createdAt: at(ms) });

it.each<[string, Parameters<typeof isInDoubt>, boolean]>([
  ['no epoch is known', [null, false, null], false],
  ['an answer about one found no row', [null, true, null], true],
  ['the same, and the epoch is in no doubt', [null, true, epoch(false)], true],
  ['a new order in an epoch in doubt', [null, false, epoch(true)], true],
  ['a new order in another epoch', [null, false, epoch(false)], false],
  ['an order made before the doubt ended', [madeAt(-1), false, epoch(false)], true],
  ['an order made when it ended', [madeAt(0), false, epoch(false)], true],
  ['an order made afterwards', [madeAt(1), false, epoch(false)], false],
])('numbers of an order are in doubt: %s', (_, given, expected) => expect(isInDoubt(...given)).toBe(expected));

const BEFORE = madeAt(-60 * MINUTE);
const SINCE = madeAt(-60 * MINUTE + 1);
const WATCHED = { nextQueryAt: NOW };
const UNWATCHED = { nextQueryAt: null };
const UNSENT = { outcome: 'not_sent' } as const;
const UNKNOWN = { outcome: 'unknown' } as const;
const CREATED = { outcome: 'created' } as const;

it.each<[string, Parameters<typeof mustLookUp>[0], isNext: boolean, isDoubted: boolean, expected: boolean]>([
  ['that is sent next, in doubt', { ...UNSENT, ...UNWATCHED, ...SINCE }, true, true, true],
  ['that is sent next, in no doubt', { ...UNSENT, ...WATCHED, ...BEFORE }, true, false, false],
  ['unsent and watched, in doubt', { ...UNSENT, ...WATCHED, ...SINCE }, false, true, true],
  ['unsent and watched, in no doubt', { ...UNSENT, ...WATCHED, ...BEFORE }, false, false, false],
  ['unsent, whose watch has ended', { ...UNSENT, ...UNWATCHED, ...BEFORE }, false, true, false],
  ['of unknown outcome, older than the epoch', { ...UNKNOWN, ...WATCHED, ...BEFORE }, false, false, true],
  ['of unknown outcome, made since', { ...UNKNOWN, ...WATCHED, ...SINCE }, false, true, false],
  ['of unknown outcome, whose watch has ended', { ...UNKNOWN, ...UNWATCHED, ...BEFORE }, false, true, false],
  ['that the provider has', { ...CREATED, ...WATCHED, ...BEFORE }, false, true, false],
])('before a request, a trade is looked up: %s', (_, trade, isNext, isDoubted, expected) => {
  expect(mustLookUp(trade, isNext, isDoubted, epoch(isDoubted))).toBe(expected);
});

it('without a known epoch no trade of unknown outcome is looked up', () => {
  expect(mustLookUp({ ...UNKNOWN, ...WATCHED, ...BEFORE }, false, true, null)).toBe(false);
});
