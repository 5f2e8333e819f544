import { describe, expect, it } from 'vitest';
import { eventText, HEARTBEAT_TEXT, RETRY_TEXT } from '#src/follow/stream/event-stream.js';
import { lastSeenVersion } from '#src/follow/stream/order-events.controller.js';

describe('server-sent events', () => {
  it('are blocks of lines, each followed by an empty line', () => {
    expect(eventText('order', '7', '{"a":"b"}')).toBe('event: order\nid: 7\ndata: {"a":"b"}\n\n');
    for (const text of [RETRY_TEXT, HEARTBEAT_TEXT]) expect(text).toMatch(/^[^\n]+\n\n$/);
    expect(HEARTBEAT_TEXT.startsWith(':')).toBe(true);
  });

  it('are one block for any order, since JSON has no line ends', () => {
    const json = JSON.stringify({ memo: 'a\n\nevent: order\r\u2028b' });
    expect(eventText('order', '7', json).slice(0, -2)).not.toMatch(/\n\n|\r/);
  });
});

describe('Last-Event-ID', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['0', null],
    ['1', 1],
    ['42', 42],
    ['042', null],
    ['-1', null],
    ['1.0', null],
    ['1e3', null],
    [' 1', null],
    ['1, 2', null],
    ['999999999', 999_999_999],
    ['9999999999', null],
    ['x', null],
  ])('%j is version %j', (header, version) => {
    expect(lastSeenVersion(header)).toBe(version);
  });
});
