import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimedStatus, objectText, readCallback, payloadHash } from '#src/callbacks/decisions/callback-content.js';
import type { CallbackFields } from '#src/callbacks/decisions/callback-content.js';
import { CallbacksService } from '#src/callbacks/callbacks.service.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';

function read(body: string | Uint8Array, query = ''): CallbackFields | null {
  return readCallback({ query, body: typeof body === 'string' ? Buffer.from(body) : body });
}

function said(body: string | Uint8Array, query = ''): string | null {
  const fields = read(body, query);
  return fields === null ? null : objectText([...fields]);
}

describe('callbacks: fields are read from', () => {
  it.each<[string, string | Uint8Array, string, string]>([
    ['JSON', '{"status":"FINISHED","n":1}', '', '{"status":"FINISHED","n":1}'],
    ['JSON with blanks', ' {\n "a" : [ 1 , { } ] } \n', '', '{"a":[1,{}]}'],
    ['JSON with a byte order mark', '\uFEFF{"a":"b"}', '', '{"a":"b"}'],
    ['JSON beyond ASCII', '{"name":"Zoë 李🙂","e":"\\u00e9"}', '', '{"name":"Zoë 李🙂","e":"é"}'],
    [
      'numbers by their digits',
      '{"a":1.00,"b":1e3,"c":90071992547409931}',
      '',
      '{"a":1.00,"b":1e3,"c":90071992547409931}',
    ],
    ['the same twice', '{"a":"x","a":"x"}', '', '{"a":"x"}'],
    ['names of objects', '{"__proto__":{"a":1},"constructor":"b"}', '', '{"__proto__":{"a":1},"constructor":"b"}'],
    ['what looks like a number of the parser', '{"isLosslessNumber":true}', '', '{"isLosslessNumber":true}'],
    ['names that are numbers', '{"b":1,"10":2,"9":3}', '', '{"9":3,"10":2,"b":1}'],
    [
      'a form',
      'status=PAY_SUCCESS&name=Zo%C3%AB+%E6%9D%8E&empty=',
      '',
      '{"status":"PAY_SUCCESS","name":"Zoë 李","empty":""}',
    ],
    ['a form with a byte order mark', '\uFEFFa=b', '', '{"a":"b"}'],
    ['the query, without a body', '', 'status=FINISHED&a=%26', '{"status":"FINISHED","a":"&"}'],
    ['the body, with a query', '{"a":"body"}', 'a=query', '{"a":"body"}'],
  ])('%s', (_, body, query, text) => {
    expect(said(body, query)).toBe(text);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', ''],
    ['half of a JSON', '{"status":"FINISHED"', ''],
    ['a list', '[{"status":"FINISHED"}]', ''],
    ['a text in JSON', '"status=FINISHED"', ''],
    ['a number', '7', ''],
    ['null', 'null', ''],
    ['a name twice', '{"status":"PAY_FAIL","status":"FINISHED"}', ''],
    ['a name twice, beneath', '{"a":{"b":1,"b":2}}', ''],
    ['a name twice in a form', 'status=PAY_FAIL&status=FINISHED', ''],
    ['a name twice in the query', '', 'a=1&a=2'],
    ['plain text', 'paid', ''],
    ['XML', '<a b="c"/>', ''],
    ['JSON as the name in a form', '{"a":"b"}=', ''],
    ['JSON that is no UTF-8', Buffer.from('{"a":"\u00e9"}', 'latin1'), ''],
    ['no UTF-8', Uint8Array.of(0x61, 0x3d, 0xff), ''],
    ['no UTF-8 behind a percent sign', 'a=%ff', ''],
    ['UTF-16', Buffer.from('\uFEFF{"a":"b"}', 'utf16le'), ''],
    ['a nonsense body beside a good query', '\u0000', 'a=b'],
    ['17 levels', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, ''],
    ['thousands of levels', '['.repeat(32_768), ''],
    ['thousands of closed levels', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, ''],
  ])('and not from %s', (_, body, query) => {
    expect(said(body, query)).toBeNull();
  });

  it('16 levels', () => {
    expect(said(`${'{"a":'.repeat(16)}1${'}'.repeat(16)}`)).not.toBeNull();
  });
});

it.each([
  ['{"status":"FINISHED"}', 'FINISHED'],
  ['{"status":4}', '4'],
  ['{"status":"PAY-ING_2"}', 'PAY-ING_2'],
  ['{"status":""}', null],
  ['{"status":null}', null],
  ['{"status":["FINISHED"]}', null],
  ['{"Status":"FINISHED"}', null],
  ['{"data":{"status":"FINISHED"}}', null],
  ['{"status":"somebody@example.com"}', null],
  ['{"status":"0x52908400098527886E0F7030069857D2E4169EE7"}', null],
  ['{"status":"a\\u0000"}', null],
  ['{"status":"FINISHED\\n"}', null],
  ['{', null],
])('the claimed status of %s is %j', (body, status) => {
  expect(claimedStatus(read(body))).toBe(status);
});

describe('callbacks: for any bytes', () => {
  it('reading never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string({ unit: 'binary' }), (body, query) => {
        const fields = read(body, query);
        if (fields !== null) expect(typeof objectText([...fields])).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});

it('the claimed status is one that the body contains exactly once', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '"FINISHED"',
      '"finished\\u0000"',
      '"CANCEL"',
      '"\\ud800"',
      '4',
      '4.0',
      '1e999',
      'null',
      '{}',
      '["4"]',
    ),
    fc.json(),
    fc.nat({ max: 5000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  );
  const name = fc.constantFrom('status', 'status', 'Status', '__proto__', 'orderNo');
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), (members) => {
      const body = `{${members.map(([field, json]) => `"${field}":${json}`).join(',')}}`;
      const claimed = claimedStatus(read(body));
      if (claimed === null) return;
      const given = members.filter(([field]) => field === 'status').map(([, json]) => json);
      expect([`"${claimed}"`, claimed]).toContain(given[0]);
      expect(new Set(given).size).toBe(1);
    }),
    { numRuns: 1000 },
  );
});

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

it('callbacks: a too large body is answered only after its trade is due', async () => {
  const addresses = { tradeOf: () => Promise.resolve('A-1001') };
  const watches = { requestPoll: () => Promise.reject(new Error('the database is away')) };
  const service = new CallbacksService(addresses as never, {} as never, watches as never, {} as never, new Metrics(), {
    link: () => undefined,
  } as never);
  await expect(service.receiveTooLarge('token')).rejects.toThrow('the database is away');
});
