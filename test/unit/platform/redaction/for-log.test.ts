import { AxiosError, AxiosHeaders } from 'axios';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#src/platform/callers/secret.js';
import { redact, redactText } from '#src/platform/redaction/for-log.js';
import { visibilityOf, SENSITIVE_FIELDS } from '#src/platform/redaction/sensitive-fields.js';
import { redacted } from '#src/platform/redaction/for-history.js';
import type { EventDraft } from '#src/orders/model/order.types.js';
import { ADDRESS } from '../../../support/order-builders.js';

describe('redaction: hidden in logs by name', () => {
  it.each([
    'authorization',
    'Authorization',
    'x-api-key',
    'X-Client-Secret',
    'clientSecret',
    'access-token',
    'accessToken',
    'sign',
    'signature',
    'newSignature',
    'payUrl',
    'pay_url',
    'email',
    'customerEmail',
    'appSecret',
    'password',
    'cookie',
    'Set-Cookie',
    'SERVICE_KEY',
    'Idempotency-Key',
    'idempotencyKey',
    'DATABASE_URL',
    'stringToSign',
    'card',
    'account',
    'address',
    'customer',
    'memo',
    'payee',
    'phone',
    'challengeResponse',
    'privateKey',
  ])('%s', (name) => {
    expect(visibilityOf(name).log).toBe('hidden');
  });

  it.each(['tokenAddress', 'design', 'merchantOrderNo', 'status', 'route', 'signed', 'name', 'accountingRun', 'code'])(
    'not %s',
    (name) => {
      expect(visibilityOf(name).log).toBeUndefined();
    },
  );
});

describe('redact', () => {
  it('hides secrets at any depth, in lists, maps and sets, of any type', () => {
    const value = {
      a: [{ headers: { Authorization: 'Bearer abcdefgh', 'content-type': 'text/plain' } }],
      map: new Map<string, unknown>([['sign', 'S3CRET']]),
      set: new Set([{ payUrl: 'https://S3CRET' }]),
      password: 7,
      customer: { id: 'S3CRET' },
    };
    const text = JSON.stringify(redact(value));
    expect(text).not.toMatch(/S3CRET|abcdefgh|7/);
    expect(text).toContain('text/plain');
  });

  it('shows a null secret as null', () => {
    expect(redact({ payUrl: null })).toEqual({ payUrl: null });
  });

  it('keeps a Secret masked', () => {
    expect(redact({ value: new Secret('S3CRET') })).toEqual({ value: '[secret]' });
  });

  it('handles cycles, depth, and values without JSON form', () => {
    const cycle: Record<string, unknown> = { a: 1, big: 12n, when: new Date(0), bytes: Buffer.from('S3CRET') };
    cycle['self'] = cycle;
    let deep: unknown = 'S3CRET';
    for (let level = 0; level < 20; level++) deep = { deep };
    expect(redact(cycle)).toEqual({
      a: 1,
      big: '12',
      when: '1970-01-01T00:00:00.000Z',
      bytes: '[6 bytes]',
      self: '[circular]',
    });
    expect(JSON.stringify(redact(deep))).not.toContain('S3CRET');
    const shared = { b: 1 };
    expect(redact({ one: shared, two: shared })).toEqual({ one: { b: 1 }, two: { b: 1 } });
  });

  it('keeps name, message, code and stack of an HTTP client error', () => {
    const config = { headers: new AxiosHeaders({ sign: 'S3CRET' }), data: '{"amount":"S3CRET"}' };
    const error = new AxiosError('timeout of 6000ms exceeded', 'ECONNABORTED', config, { req: 'S3CRET' });
    expect(redact({ error })).toEqual({
      error: {
        name: 'AxiosError',
        message: 'timeout of 6000ms exceeded',
        code: 'ECONNABORTED',
        stack: expect.stringContaining('AxiosError') as string,
      },
    });
  });

  it('keeps the cause of an error in the same form', () => {
    const cause = Object.assign(new Error('below'), { parameters: ['S3CRET'], code: '57P01' });
    const seen = redact(new Error('above', { cause }));
    expect(seen).toMatchObject({ message: 'above', cause: { message: 'below', code: '57P01' } });
    expect(JSON.stringify(seen)).not.toContain('S3CRET');
  });

  it('hides a secret anywhere', () => {
    const plainKey = fc.constantFrom('a', 'b', 'list', 'data');
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.string(),
        fc.dictionary(plainKey, tie('node'), { maxKeys: 3 }),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.record({ accessToken: fc.constant('S3CRET'), other: tie('node') }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify([redact(value)])).not.toContain('S3CRET');
      }),
    );
  });
});

describe('redactText', () => {
  it.each([
    ['sent to jo.doe+x@mail.example.com today', 'sent to [redacted] today'],
    ['Authorization: Bearer eyJhbGciOi.abc-_', 'Authorization: Bearer [redacted]'],
    ['postgres://user:pa55@db:5432/x', 'postgres://[redacted]@db:5432/x'],
    ['GET https://pay.example/p?token=abc&x=1 failed', 'GET https://pay.example/p?[redacted] failed'],
    ['Cannot POST /callbacks/ramp/o-1.1.abcdef', 'Cannot POST /callbacks/ramp/[redacted]'],
    ['Mapped {/callbacks/ramp/:token, POST} route', 'Mapped {/callbacks/ramp/:token, POST} route'],
    [`tried rck_k3m9qzt2wx4b_${'Aa0-_'.repeat(8)}xyz, twice`, 'tried [redacted], twice'],
    [`shown cs_1_${'Aa0-_'.repeat(8)}xyz, twice`, 'shown [redacted], twice'],
    ['no eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl here', 'no [redacted] here'],
    ['the key rck_k3m9qzt2wx4b alone', 'the key rck_k3m9qzt2wx4b alone'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it('bounds the time and length for a long text', () => {
    const begun = performance.now();
    for (const part of ['a', 'a.', '@', '://', 'a@', 'bearer ']) redactText(part.repeat(1_000_000));
    expect(redactText('x'.repeat(1_000_000)).length).toBeLessThan(5000);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

it('sensitive fields: each name is listed once', () => {
  const names = SENSITIVE_FIELDS.flatMap((fields) => fields.names.map((name) => name.toLowerCase()));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('sensitive fields: a name matches by its ending and by itself', () => {
  expect(visibilityOf('customerEmail')).toMatchObject({ log: 'hidden', staff: 'e-mail' });
  expect(visibilityOf('x-refresh_Token')).toMatchObject({ log: 'hidden' });
  expect(visibilityOf('tokenAddress').log).toBeUndefined();
});

it.each(['amount', 'merchantOrderNo', 'txHash', 'status', '__proto__', 'constructor', ''])(
  'nothing is done because a field is called %j',
  (name) => {
    expect(visibilityOf(name)).toEqual({});
  },
);

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const EARLIER = { address: '0xde709f2102306220921060314715629080e2fb77', memo: null };
const ORDER = { address: ADDRESS, memo: 'memo-4711' };
const digest = (text: string): string => `d${text.length}`;
const redactor = (draft: Partial<EventDraft>): EventDraft =>
  redacted({ tradeNo: 'A-1001', kind: 'seen', data: {}, ...draft }, [ORDER, EARLIER], digest);

describe('redaction: a history entry', () => {
  it('shows an address as its ends and a digest', () => {
    const { data } = redactor({ data: { asked: { address: ADDRESS, memo: 'x', amount: '100.00' } } });
    expect(data).toEqual({ asked: { address: '0x5290…9EE7 #d42', memo: '#d1', amount: '100.00' } });
  });

  it('shows that two addresses differ', () => {
    const { data } = redactor({ data: { mismatch: 'field', field: 'address', asked: ADDRESS, seen: OTHER } });
    expect(data).toEqual({
      mismatch: 'field',
      field: 'address',
      asked: '0x5290…9EE7 #d42',
      seen: '0x8617…070D #d42',
    });
  });

  it('keeps values that are not personal', () => {
    const data = { mismatch: 'field', field: 'amount', asked: '1', seen: '2' };
    expect(redactor({ data }).data).toEqual(data);
  });

  it('redacts the old and new value of a change', () => {
    const { data } = redactor({ data: { changes: { failReason: { from: null, to: 'Jane moved' } } } });
    expect(data).toEqual({ changes: { failReason: { from: null, to: '#d10' } } });
  });

  it('redacts the order’s own values anywhere, at any depth', () => {
    const evidence = { seen: { returnMsg: `no: ${ADDRESS} with memo-4711`, data: [{ address: OTHER }] } };
    expect(redactor({ evidence }).evidence).toEqual({
      seen: { returnMsg: 'no: 0x5290…9EE7 #d42 with #d9', data: [{ address: '0x8617…070D #d42' }] },
    });
  });

  it('redacts in any letter case, and values of an earlier trade', () => {
    const evidence = { text: `${ADDRESS.toLowerCase()} then ${EARLIER.address.toUpperCase()}` };
    expect(redactor({ evidence }).evidence).toEqual({ text: '0x5290…9EE7 #d42 then 0xde70…fb77 #d42' });
  });

  it('never holds a personal value of any shape', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value) => ({ wrapped: [value, ADDRESS, { address: OTHER }] }));
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(redactor({ data: { value }, evidence: value }));
        expect(text).not.toContain(ADDRESS);
        expect(text).not.toContain(OTHER);
      }),
    );
  });
});
