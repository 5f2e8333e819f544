import { describe, expect, it } from 'vitest';
import { checkOrderNumber, orderNumber } from '#src/checkout/order-number.js';
import { Problem } from '#src/platform/problems/problem.js';
import type { Caller } from '#src/platform/callers/caller.js';
import { GuestCheckouts } from '#src/checkout/guests/guest-checkouts.service.js';
import type { Guest } from '#src/checkout/guests/challenge-verdict.js';
import { SystemChance } from '#src/platform/chance.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ProcessTime } from '#src/platform/time/time.js';

function refusal(
  kind: Caller['kind'],
  number: string | null,
  key: string | null,
  customerNumbers = true,
  isNamedByLink = false,
) {
  try {
    checkOrderNumber({ kind }, { customerNumbers }, { merchantOrderNo: number, idempotencyKey: key, isNamedByLink });
    return null;
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
}

describe('naming: the order number', () => {
  it.each<[Caller['kind'], boolean, string | null]>([
    ['key', false, null],
    ['everybody', false, null],
    ['customer', true, null],
    ['customer', false, 'forbidden'],
    ['guest', true, 'forbidden'],
    ['guest', false, 'forbidden'],
  ])('chosen by %s, with customerNumbers %s: %s', (kind, customerNumbers, code) => {
    expect(refusal(kind, 'A-1', null, customerNumbers)).toBe(code);
    expect(refusal(kind, null, null, customerNumbers)).toBeNull();
    expect(refusal(kind, 'A-1', null, customerNumbers, true)).toBeNull();
  });
});

describe('naming: the Idempotency-Key', () => {
  it.each<[string, string | null, string | null]>([
    ['0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63', null, null],
    ['V1StGXR8_Z5jdHi6B-myT', null, null],
    ['q83vASNFZ4mrze8BI0VniQ==', null, null],
    // Checked by length and form only: randomness cannot be seen.
    ['a'.repeat(21), null, null],
    ['a'.repeat(255), null, null],
    ['a'.repeat(20), 'invalid_request', null],
    ['a'.repeat(256), 'invalid_request', 'invalid_request'],
    ['cart:0d3f2b8e-6c1a-4f7e-9b52', 'invalid_request', null],
    ['', 'invalid_request', 'invalid_request'],
    ['zwei W\u00f6rter, nein, viele', 'invalid_request', 'invalid_request'],
  ])('%j: for guests %s, for others %s', (key, ofGuest, ofOthers) => {
    expect(refusal('guest', null, key)).toBe(ofGuest);
    for (const kind of ['customer', 'key', 'everybody'] as const) expect(refusal(kind, null, key)).toBe(ofOthers);
  });
});

describe('naming: the number of a checkout', () => {
  const KEY_7 = '0199ac91-5bc3-7f3c-a1b2-0123456789ab';
  const numberOf = (merchantOrderNo: string | null, idempotencyKey: string | null, id = 'key:shop') => {
    const naming = { isNamedByLink: false, merchantOrderNo, idempotencyKey };
    return orderNumber({ id, kind: 'key' }, { customerNumbers: true } as never, naming, new SystemChance(), NOW);
  };
  const NOW = new Date(1_800_000_000_000);

  it('is the given one', () => expect(numberOf('A-1', KEY_7)).toEqual({ merchantOrderNo: 'A-1', repeated: ['A-1'] }));

  it('is drawn anew without a key, and begins with the time', () => {
    const [one, other] = [numberOf(null, null), numberOf(null, null)];
    expect(one.merchantOrderNo).toMatch(/^o-3nee7sn22[a-z2-9]{17}$/);
    expect(one.merchantOrderNo).not.toBe(other.merchantOrderNo);
    expect(one.repeated).toEqual([]);
  });

  it('is the same for each repeat of a key, and another for another caller', () => {
    for (const key of [KEY_7, 'cart-17']) {
      expect(numberOf(null, key)).toEqual(numberOf(null, key));
      expect(numberOf(null, key).merchantOrderNo).not.toBe(numberOf(null, key, 'key:other').merchantOrderNo);
    }
  });

  it('begins with the time of its key, and is looked up as 0.1.0 derived it too', () => {
    const made = numberOf(null, KEY_7);
    expect(made.merchantOrderNo).toMatch(/^i-3m8qb4qy5[a-z2-9]{17}$/);
    expect(made.repeated).toEqual([made.merchantOrderNo, 'i-tei78c6svy7fxuar63q2bq5325']);
  });
});

const ring = new KeyRing([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);

function counting(spend = (): void => undefined) {
  const counted: string[] = [];
  const count = (what: string): Promise<void> => {
    counted.push(what);
    return Promise.resolve();
  };
  const guests = new GuestCheckouts(
    {
      spend: (kind: string, _whose: string, counts = true) => {
        counted.push(counts ? kind : `look at ${kind}`);
        spend();
      },
    } as never,
    { admit: (_block: Buffer, counts: boolean) => count(counts ? 'unpaid' : 'look at unpaid') } as never,
    { ring: () => Promise.resolve(ring) } as never,
    { isAsked: true, require: () => count('challenge') } as never,
    new ProcessTime(),
  );
  return { guests, counted };
}

const guest = (): Guest => ({ block: '192.0.2.0/24', address: '192.0.2.7', challengeResponse: null });

it('guest checkouts: a request is counted once and uses its challenge once', async () => {
  const { guests, counted } = counting();
  const one = guest();
  await guests.admit(one, 'order');
  // The number was taken meanwhile.
  await guests.admit(one, 'trade');
  await guests.admit(one, 'order');
  expect(counted).toEqual(['look at guests', 'look at unpaid', 'challenge', 'guests', 'unpaid']);
  await guests.admit(guest(), 'order');
  expect(counted).toHaveLength(10);
});

it('guest checkouts: no challenge is used up beyond the limit of all guests', async () => {
  const { guests, counted } = counting(() => {
    throw new Error('too many');
  });
  await expect(guests.admit(guest(), 'order')).rejects.toThrow('too many');
  expect(counted).toEqual(['look at guests']);
});

it('guest checkouts: a further trade needs no challenge', async () => {
  const { guests, counted } = counting();
  await guests.admit(guest(), 'trade');
  expect(counted).toEqual(['guests', 'unpaid']);
});

it('guest checkouts: refusals are delayed, up to a number at a time', async () => {
  const { guests, counted } = counting(() => {
    throw new Error('too many');
  });
  const refused = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => guests.count(guest()))).then(() => 'refused');
  const soon = () => new Promise((resolve) => setTimeout(resolve, 50, 'held'));
  const first = refused(1000);
  expect(await Promise.race([first, soon()])).toBe('held');
  expect(await Promise.race([refused(1), soon()])).toBe('refused');
  await first;
  expect(await Promise.race([refused(1), soon()])).toBe('held');
  expect(counted).toHaveLength(1002);
});
