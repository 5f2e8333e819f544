import { describe, expect, it } from 'vitest';
import { feedCursor, placeOf } from '#src/orders/feed/feed-cursor.js';

describe('a cursor of the feed', () => {
  it.each([0, 1, 4711, 999_999_999_999_999])('names the place %d', (place) => {
    expect(placeOf(feedCursor(place))).toBe(place);
    expect(feedCursor(place)).toMatch(/^[\w-]+$/);
  });

  it.each([
    '',
    '1',
    'latest',
    'x'.repeat(4000),
    `${feedCursor(1)}=`,
    ` ${feedCursor(1)}`,
    ...['events:', 'events:-1', 'events:01', 'events:1.5', 'events:1e3', 'events:9999999999999999', 'orders:1'].map(
      (text) => Buffer.from(text).toString('base64url'),
    ),
  ])('is not %s', (text) => {
    expect(placeOf(text)).toBeNull();
  });
});
