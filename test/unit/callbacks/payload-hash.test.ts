import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payloadHash } from '#src/callbacks/decisions/callback-content.js';

const hash = (body: string | Uint8Array, query = ''): string =>
  payloadHash({ query, body: typeof body === 'string' ? Buffer.from(body) : body }).toString('hex');

const NEWS = '{"orderNo":"P-1","status":"FINISHED","amount":"100.00"}';

describe('callbacks: the payload hash is unchanged for fields', () => {
  it.each<[string, string, string]>([
    ['in another order', '{"amount":"100.00","status":"FINISHED","orderNo":"P-1"}', ''],
    ['with blanks', NEWS.replaceAll(',', ' ,\n'), ''],
    ['with other signatures', NEWS.replace('}', ',"signature":"a","newSignature":"b"}'), ''],
    ['with another timestamp', NEWS.replace('}', ',"timestamp":1764676800000,"sign":"c"}'), ''],
    ['with a timestamp in the query', NEWS, 'timestamp=1&sign=x'],
    ['as a form', 'status=FINISHED&orderNo=P-1&amount=100.00', ''],
  ])('%s', (_, body, query) => {
    expect(hash(body, query)).toBe(hash(NEWS));
  });
});

describe('callbacks: the payload hash changes for', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['another status', NEWS.replace('FINISHED', 'PAY_FAIL'), ''],
    ['another letter case', NEWS.replace('FINISHED', 'finished'), ''],
    ['another number', NEWS.replace('P-1', 'P-2'), ''],
    ['another amount, though worth the same', NEWS.replace('100.00', '100.0'), ''],
    ['a number in place of a text', NEWS.replace('"100.00"', '100.00'), ''],
    ['a further field', NEWS.replace('}', ',"a":""}'), ''],
    ['a name twice', NEWS.replace('}', ',"status":"PAY_FAIL"}'), ''],
    ['a further query', NEWS, 'a=b'],
    ['a stamp beneath', NEWS.replace('}', ',"data":{"timestamp":1}}'), ''],
    ['a last byte that is missing', NEWS.slice(0, -1), ''],
    ['in the query', '', 'status=FINISHED&orderNo=P-1&amount=100.00'],
    ['nothing', '', ''],
  ])('%s', (_, body, query) => {
    expect(hash(body, query)).not.toBe(hash(NEWS));
  });

  it('differs when text moves between query and body, or imitates the hashed text', () => {
    const all = [
      hash('raw', 'a=b'),
      hash('a=b', 'raw'),
      hash('', 'a=b'),
      hash('', 'raw'),
      hash('', '{"a":"b"}'),
      hash('raw'),
      hash('raw raw'),
      hash('{"a":"b"}\n{"a":"b"}'),
      hash('a=b', 'a=b'),
      hash('a=b'),
      hash(Buffer.from('raw', 'base64')),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

it('unreadable bodies have equal hashes only if all bytes are equal', () => {
  expect(hash(Uint8Array.of(0xff))).toBe(hash(Uint8Array.of(0xff)));
  expect(hash(Uint8Array.of(0xff))).not.toBe(hash(Uint8Array.of(0xfe)));
  expect(hash('', 'a=%ff')).not.toBe(hash('', 'a=%fe'));
});

it('any bytes have a hash of 32 bytes, which changes with a field', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (body, query) => {
      expect(payloadHash({ query, body })).toHaveLength(32);
    }),
  );
  const fields = fc.dictionary(fc.stringMatching(/^[a-m]{1,5}$/), fc.jsonValue());
  fc.assert(
    fc.property(fields, fc.jsonValue(), fc.jsonValue(), (others, one, two) => {
      const [first, second] = [one, two].map((value) => JSON.stringify({ ...others, value }));
      expect(hash(first!) === hash(second!)).toBe(JSON.stringify(one) === JSON.stringify(two));
    }),
  );
});
