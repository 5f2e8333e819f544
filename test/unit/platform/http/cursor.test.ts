import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, decodePlace, encodeCursor, encodePlace } from '#src/platform/http/input/cursor.js';
import { pageOf } from '#src/platform/shared/page.js';

const WORD = /^[a-z0-9-]{1,36}$/;
const AT = '2026-01-31T12:00:00.123456Z';

const raw = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('keeps the place to the microsecond', () => {
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
  ])('that is %s is none', (_what, text) => {
    expect(decodeCursor(text, WORD)).toBeNull();
  });

  it('is never made out of anything else', () => {
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

describe('a cursor that names a place', () => {
  const epoch = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10';
  const textOf = (text: string): string => Buffer.from(text).toString('base64url');

  it.each([0, 1, 4711, 999_999_999_999_999])('has the epoch and the place %d', (place) => {
    expect(decodePlace(encodePlace({ epoch, place }))).toEqual({ epoch, place });
    expect(encodePlace({ epoch, place })).toMatch(/^[\w-]+$/);
  });

  it.each(['events:4711', '[4711]'])('from before there were epochs has none: %s', (text) => {
    expect(decodePlace(textOf(text))).toEqual({ epoch: null, place: 4711 });
  });

  it.each([
    ...['', '1', 'latest', 'x'.repeat(4000)],
    ...[`${encodePlace({ epoch, place: 1 })}=`, ` ${encodePlace({ epoch, place: 1 })}`],
    ...['events:', 'events:-1', 'events:01', 'events:1.5', 'events:1e3', 'events:9999999999999999', 'orders:1'].map(
      textOf,
    ),
    ...[`events:${epoch}`, `events:${epoch}:01`, `events:${epoch.slice(1)}:1`, `[${epoch},1]`].map(textOf),
  ])('is not %s', (text) => {
    expect(decodePlace(text)).toBeNull();
  });
});
