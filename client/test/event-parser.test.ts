import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventParser } from '../src/watch/event-parser.js';
import type { StreamItem } from '../src/watch/event-parser.js';

const read = (...pieces: readonly string[]): StreamItem[] => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.push(piece));
};
const event = (data: string, given: Partial<StreamItem & { kind: 'event' }> = {}): StreamItem => ({
  kind: 'event',
  name: 'message',
  data,
  id: '',
  ...given,
});

describe('event stream parser', () => {
  it.each<[what: string, text: string, items: StreamItem[]]>([
    ['an event', 'event: order\nid: 7\ndata: {"a":1}\n\n', [event('{"a":1}', { name: 'order', id: '7' })]],
    ['lines that end in CR LF', 'event: order\r\ndata: x\r\n\r\n', [event('x', { name: 'order' })]],
    ['lines that end in CR', 'event: order\rdata: x\r\r', [event('x', { name: 'order' })]],
    ['data of several lines', 'data: a\ndata\ndata:b\n\n', [event('a\n\nb')]],
    ['one space after the colon, no more', 'data:  a\n\n', [event(' a')]],
    ['a colon in the data', 'data: a: b\n\n', [event('a: b')]],
    ['heartbeats', ': \n\n:still here\n\ndata: a\n\n', [event('a')]],
    ['an event without data', 'event: order\nid: 1\n\ndata: a\n\n', [event('a', { id: '1' })]],
    [
      'a name that counts for one event',
      'event: order\ndata: a\n\ndata: b\n\n',
      [event('a', { name: 'order' }), event('b')],
    ],
    ['an id that is kept', 'id: 3\ndata: a\n\ndata: b\n\n', [event('a', { id: '3' }), event('b', { id: '3' })]],
    ['an id that is reset', 'id: 3\ndata: a\n\nid\ndata: b\n\n', [event('a', { id: '3' }), event('b')]],
    ['an id with a NUL', 'id: 3\nid: 4\u00005\ndata: a\n\n', [event('a', { id: '3' })]],
    ['a reconnect time', 'retry: 2000\n\nretry: soon\nretry: -1\n', [{ kind: 'retry', ms: 2000 }]],
    ['fields of a later standard', 'colour: red\ndata: a\n\n', [event('a')]],
    ['an event that is cut off', 'data: a\n\ndata: b\n', [event('a')]],
    ['a line that is cut off', 'data: a\n\ndata: b', [event('a')]],
    ['nothing', '', []],
  ])('%s', (_what, text, items) => {
    expect(read(text)).toEqual(items);
  });

  it('an empty piece between CR and LF makes one line end', () => {
    expect(read('data: a\r', '', '\ndata: b\r', '\n\r', '\n')).toEqual([event('a\nb')]);
  });

  it('an endless event or line is refused', () => {
    const long = 'x'.repeat(300_000);
    expect(() => read('data: ', long, long, long, long)).toThrow(RangeError);
    expect(() => read(...Array.from({ length: 4 }, () => `data: ${long}\n`))).toThrow(RangeError);
    // Each event alone may be long.
    expect(read(...Array.from({ length: 4 }, () => `data: ${long}\n\n`))).toHaveLength(4);
  });
});

const line = fc.oneof(
  fc.constantFrom('', 'data', 'id: 1', 'event: order', ': alive', 'retry: 5', 'data:', ':'),
  fc.string({ unit: fc.constantFrom('a', ':', ' ', '{', '"', 'é', '😀') }),
  fc.string().map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
  // A CR before an empty line ending in LF would count as one line end.
  .map((lines) => lines.map(([text, end]) => text.replaceAll(/[\r\n]/g, '') + end).join(''));

describe('a stream split anywhere', () => {
  it('has the same events as bytes, even inside a character and after a byte order mark', () => {
    fc.assert(
      fc.property(stream, fc.nat(400), fc.boolean(), (text, cut, isMarked) => {
        const bytes = new TextEncoder().encode((isMarked ? '\uFEFF' : '') + text);
        const decoder = new TextDecoder();
        const [one, two] = [bytes.slice(0, cut), bytes.slice(cut)].map((part) =>
          decoder.decode(part, { stream: true }),
        );
        expect(read(one!, two!)).toEqual(read(text));
      }),
    );
  });
});
