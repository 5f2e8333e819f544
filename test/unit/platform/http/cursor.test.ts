import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, decodePlace, encodeCursor, encodePlace } from '#src/platform/http/input/cursor.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { pageOf } from '#src/platform/database/pages.js';

const WORD = /^[a-z0-9-]{1,36}$/;
const AT = '2026-01-31T12:00:00.123456Z';

const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('keeps the position to the microsecond', () => {
    const moments = fc
      .tuple(fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), fc.nat(999))
      .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
    fc.assert(
      fc.property(moments, fc.uuid(), (at, id) => {
        expect(decodeCursor(encodeCursor({ at, id }), WORD)).toEqual({ at, id });
      }),
    );
  });

  it.each([
    ['empty', ''],
    ['not base64url', '???'],
    ['not JSON', Buffer.from('[').toString('base64url')],
    ['not a list', raw({ at: AT, id: 'a' })],
    ['too short', raw([AT])],
    ['too long', raw([AT, 'a', 'b'])],
    ['of other things', raw([AT, 7])],
    ['of an id of another kind', raw([AT, 'A B'])],
    ['of SQL', raw([AT, `a'; DROP TABLE orders; --`])],
    ['of a moment without microseconds', raw(['2026-01-31T12:00:00Z', 'a'])],
    ['of a moment with more than those', raw(['2026-01-31T12:00:00.1234567Z', 'a'])],
    ['of a day that is not in the calendar', raw(['2026-02-30T12:00:00.123456Z', 'a'])],
    ['of a moment that Postgres does not know', raw(['0000-01-01T00:00:00.000000Z', 'a'])],
    ['spelled in another way', `${raw([AT, 'ab'])}=`],
    ['with something behind it', `${raw([AT, 'ab'])}!`],
    ['of JSON with blanks', Buffer.from(`[ "${AT}", "a" ]`).toString('base64url')],
  ])('that is %s is invalid', (_what, text) => {
    expect(decodeCursor(text, WORD)).toBeNull();
  });

  it('is never decoded from other text', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor(text, WORD) === null));
  });
});

describe('a page', () => {
  const positionOf = (id: number) => ({ at: AT, id: String(id) });

  it.each([
    [[], 2, [], null],
    [[1, 2], 2, [1, 2], null],
    [[1, 2, 3], 2, [1, 2], { at: AT, id: '2' }],
  ])('of %j by %i', (found, limit, rows, next) => {
    expect(pageOf(found, limit, positionOf)).toEqual({ rows, next });
  });
});

describe('a cursor of a feed', () => {
  const epoch = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10';
  const ringOf = (...ids: string[]) => new KeyRing(ids.map((id) => ({ id, bytes: Buffer.alloc(32, id) })));
  const ring = ringOf('new', 'old');
  const textOf = (text: string): string => Buffer.from(text).toString('base64url');
  const cursor = encodePlace(ring, { epoch, place: 1 });
  const inside = Buffer.from(cursor, 'base64url').toString();

  it.each([0, 1, 4711, 999_999_999_999_999])('has the epoch and the position %d', (place) => {
    expect(decodePlace(ring, encodePlace(ring, { epoch, place }))).toEqual({ epoch, place });
    expect(encodePlace(ring, { epoch, place })).toMatch(/^[\w-]{1,128}$/);
  });

  it('is deterministic, and hides the distance between positions', () => {
    const [first, again, next] = [7, 7, 8].map((place) => encodePlace(ring, { epoch, place }));
    expect(first).toBe(again);
    const blocks = [first, next].map((text) => Buffer.from(String(text), 'base64url').toString().slice(-32));
    const equal = [...String(blocks[0])].filter((digit, at) => digit === blocks[1]?.[at]);
    expect(equal.length).toBeLessThan(16);
  });

  it('survives a new service key, and has no epoch without its old one', () => {
    const old = encodePlace(ringOf('old'), { epoch, place: 5 });
    expect(decodePlace(ring, old)).toEqual({ epoch, place: 5 });
    expect(decodePlace(ringOf('new'), old)).toEqual({ epoch: null, place: 0 });
  });

  it.each([
    '',
    '1',
    'latest',
    'x'.repeat(4000),
    `${cursor}=`,
    ` ${cursor}`,
    ...['events:4711', '[4711]', `events:${epoch}:4711`, `orders${inside.slice(6)}`].map(textOf),
    ...[inside.slice(0, -1), `${inside}0`, inside.replace(epoch, epoch.slice(1)), inside.toUpperCase()].map(textOf),
    ...[0, 15, 31].map((at) => {
      const digit = inside.at(at - 32) === '0' ? '1' : '0';
      return textOf(inside.slice(0, inside.length - 32 + at) + digit + inside.slice(inside.length - 31 + at));
    }),
  ])('is not %s', (text) => {
    expect(decodePlace(ring, text)).toBeNull();
  });
});
