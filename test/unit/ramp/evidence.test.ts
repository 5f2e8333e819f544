import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { collectEvidence, maskSeen, readHttpDate } from '#src/ramp/wire/evidence.js';
import { maskText, withoutQuery, withoutToken } from '#src/platform/redaction/forms.js';
import { openAnswer } from '#src/ramp/wire/wire.js';

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const seen = (value: unknown, secrets: string[] = []) => maskSeen(openAnswer(200, null, bytes(value)), secrets);

describe('evidence of a request', () => {
  it('has every sent field, without tokens in URLs', () => {
    const { sent } = collectEvidence(
      'create',
      {
        side: 'BUY',
        merchantOrderNo: 'A-1',
        depositType: 2,
        amount: '100.00',
        address: 'bnb1xyz',
        memo: '104',
        callbackUrl: 'https://pay.example/callbacks/ramp/A-1.k1.SECRET',
        redirectUrl: 'https://shop.example/done?session=SECRET#SECRET',
        failRedirectUrl: 'myapp://failed?x=SECRET',
        merchantName: '',
        payWayCode: null,
      },
      null,
      null,
      [],
    );
    expect(sent).toEqual({
      side: 'BUY',
      merchantOrderNo: 'A-1',
      depositType: 2,
      amount: '100.00',
      address: 'bnb1xyz',
      memo: '104',
      callbackUrl: 'https://pay.example/callbacks/ramp/[masked]',
      redirectUrl: 'https://shop.example/done?[masked]#[masked]',
      failRedirectUrl: 'myapp://failed?[masked]',
    });
  });
});

describe('evidence of an answer', () => {
  it('has the answer with status, date and trace id', () => {
    const body = bytes({ data: { status: 'PENDING' } });
    const answer = openAnswer(200, 'Thu, 01 Jan 2026 00:00:05 GMT', body);
    expect(collectEvidence('query', { side: 'BUY' }, answer, 't-1', [])).toEqual({
      endpoint: 'query',
      sent: { side: 'BUY' },
      seen: { data: { status: 'PENDING' } },
      httpStatus: 200,
      traceId: 't-1',
      answeredAt: new Date('2026-01-01T00:00:05Z'),
    });
  });

  it.each([
    'name',
    'account',
    'card',
    'signature',
    'newSignature',
    'sign',
    'payUrl',
    'accessToken',
    'access-token',
    'token',
    'merchantUid',
    'PAYURL',
    'Access_Token',
    'phone',
    'callbackUrl',
    'appSecret',
  ])('masks %s at any depth and of any type', (name) => {
    for (const value of ['SECRET', 12345, { deep: 'SECRET' }, ['SECRET'], true]) {
      expect(seen({ data: [{ [name]: value, status: '4' }] })).toEqual({ data: [{ [name]: '[masked]', status: '4' }] });
    }
    expect(seen({ [name]: null })).toEqual({ [name]: null });
    expect(seen({ [name]: '' })).toEqual({ [name]: '' });
  });

  it.each([
    [{ email: 'jane@example.com' }, { email: 'j***@e***' }],
    [{ data: { Email: 'jane@example.com' } }, { data: { Email: 'j***@e***' } }],
    [{ email: 'no address' }, { email: '[masked]' }],
    [{ remark: 'mail to jane.doe@example.com failed' }, { remark: 'mail to j***@e*** failed' }],
    [{ 'jane@example.com': '1' }, { 'j***@e***': '1' }],
    [{ debug: 'x=https://a.example/?u=jane@example.com' }, { debug: 'x=https://a.example/?u=j***@e***' }],
  ])('masks e-mail addresses: %j', (value, masked) => {
    expect(seen(value)).toEqual(masked);
  });

  it('keeps the fields that are compared', () => {
    const data = {
      orderNo: '1',
      appId: 'a',
      address: '0xabc',
      tokenAddress: '0xdef',
      memo: '7',
      txHash: '0x1',
      merchantOrderNo: 'A-1',
    };
    expect(seen({ data })).toEqual({ data });
  });

  it('masks query strings of URLs', () => {
    expect(seen({ icon: 'https://ramp.example/o?key=SECRET' })).toEqual({ icon: 'https://ramp.example/o?[masked]' });
  });

  it('masks the order page, whose URL grants access', () => {
    expect(seen({ orderAddress: 'https://ramp.example/o/4711' })).toEqual({ orderAddress: '[masked]' });
  });

  it('masks values of sensitive fields in other texts too', () => {
    const record = {
      name: 'Jane van Doe',
      account: '12345678',
      card: 'x',
      remark: 'not of Jane van Doe: 12345678',
    };
    expect(seen({ data: { ...record, notes: [{ text: 'x for Jane van Doe' }] } })).toEqual({
      data: {
        name: '[masked]',
        account: '[masked]',
        card: '[masked]',
        remark: 'not of [masked]: [masked]',
        notes: [{ text: 'x for [masked]' }],
      },
    });
  });

  it('masks quotes of our own secrets', () => {
    const masked = seen({ returnMsg: 'sign deadbeef01 of app-secret wrong', deadbeef01: 1 }, [
      'app-secret',
      'deadbeef01',
    ]);
    expect(masked).toEqual({ returnMsg: 'sign [masked] of [masked] wrong', '[masked]': 1 });
  });

  it('keeps digits, as a number only if exact', () => {
    expect(seen('{"a":1.5,"b":1.50,"c":12345678901234567890,"d":2}')).toEqual({
      a: 1.5,
      b: '1.50',
      c: '12345678901234567890',
      d: 2,
    });
  });

  it('is the beginning of a text that is not JSON', () => {
    expect(seen(`<html>jane@example.com ${'x'.repeat(500)}`)).toEqual({
      text: `<html>j***@e*** ${'x'.repeat(500)}`.slice(0, 300) + '…',
    });
  });

  it('is null for an empty answer', () => {
    expect(seen('')).toBeNull();
    expect(maskSeen({ body: null, shown: null }, [])).toEqual({ text: '[too large or not readable]' });
  });

  it('marks omissions from a deep answer', () => {
    expect(JSON.stringify(seen(`${'['.repeat(20)}1${']'.repeat(20)}`))).toBe('[[[[[[[["[left out]"]]]]]]]]');
  });

  it('holds nothing that Postgres cannot store as JSON', () => {
    const text = JSON.stringify(seen('{"a\\u0000":"b\\u0000\\ud800"}'));
    expect(text).toBe('{"a\ufffd":"b\ufffd\ufffd"}');
  });

  it('is at most 16 KB, without secrets, and valid JSON', () => {
    const secret = 'S3cr3t-value';
    const strings = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ maxLength: 500 }).map((text) => `${text}${secret}${text}`),
      fc.constant('\u0001'.repeat(3000)),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        strings,
        fc.double(),
        fc.array(tie('value'), { maxLength: 12 }),
        fc.dictionary(strings, tie('value'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(value, (answer) => {
        const text = JSON.stringify(seen(answer, [secret]));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
        expect(text).not.toContain(secret);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['long strings', Array(500).fill({ a: ['x'.repeat(900)] })],
    ['short strings', Array(20_000).fill('x')],
    ['empty records', Array(20_000).fill({})],
    ['many fields', Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i]))],
  ])('fills the limit, and does not exceed it, for %s', (_, answer) => {
    const size = Buffer.byteLength(JSON.stringify(seen(answer)));
    expect(size).toBeGreaterThan(14 * 1024);
    expect(size).toBeLessThanOrEqual(16 * 1024);
  });
});

describe('masking', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['https://u:p@a.example/x?y#z', 'https://a.example/x?[masked]#[masked]'],
    ['myapp:done?x', 'myapp:done?[masked]'],
    ['https://a.example/#a?b', 'https://a.example/#[masked]'],
  ])('the details of %s', (url, masked) => {
    expect(withoutQuery(url)).toBe(masked);
  });

  it.each([
    ['https://a.example/callbacks/ramp/TOKEN', 'https://a.example/callbacks/ramp/[masked]'],
    ['https://a.example/callbacks/ramp/TOKEN?x=TOKEN#TOKEN', 'https://a.example/callbacks/ramp/[masked]'],
    ['https://a.example/TOKEN/', 'https://a.example/[masked]'],
    ['https://a.example', '[masked]'],
    ['TOKEN', '[masked]'],
  ])('the token of %s', (url, masked) => {
    expect(withoutToken(url)).toBe(masked);
  });

  it('does not cut a secret in half', () => {
    expect(maskText('12345678SECRET-TOKEN', ['SECRET-TOKEN'], 12)).toBe('12345678[mas…');
  });

  it('does not cut an e-mail address in half', () => {
    expect(maskText('of jane.doe@example.com', [], 8)).toBe('of j***@…');
  });

  it('leaves no part of a secret, wherever the cuts are', () => {
    const secret = fc.string({ unit: fc.constantFrom('A', 'B'), minLength: 6, maxLength: 3000 });
    const text = (secrets: readonly string[]) =>
      fc.array(fc.oneof(fc.constantFrom(...secrets), fc.string({ unit: fc.constant('x'), maxLength: 800 })));
    const secrets = fc.uniqueArray(secret, { minLength: 1, maxLength: 3 });
    const cases = fc.tuple(secrets, fc.integer({ min: 0, max: 1100 }));
    fc.assert(
      fc.property(
        cases.chain(([all, length]) => fc.tuple(fc.constant(all), fc.constant(length), text(all))),
        ([all, length, parts]) => {
          // Separated, since one secret may hold another.
          expect(
            maskText(
              parts.join(' '),
              all.toSorted((a, b) => b.length - a.length),
              length,
            ),
          ).not.toMatch(/[AB]/);
        },
      ),
    );
  });

  it('a 2 MB answer costs the masking no more than a page of text for each secret', () => {
    let searched = 0;
    for (const method of ['replaceAll', 'indexOf', 'replace'] as const) {
      const original = String.prototype[method] as (...args: unknown[]) => unknown;
      vi.spyOn(String.prototype, method).mockImplementation(function (this: string, ...args: unknown[]) {
        searched += this.length;
        return original.apply(this, args) as never;
      });
    }
    onTestFinished(() => void vi.restoreAllMocks());
    for (const text of ['a'.repeat(2_000_000), 'a@'.repeat(1_000_000)]) {
      searched = 0;
      maskText(text, ['secret-1', 'S'.repeat(1_000_000)], 1024);
      expect(searched).toBeLessThan(20_000);
    }
  });
});

describe('the Date header', () => {
  it.each([
    ['Thu, 01 Jan 2026 00:00:05 GMT', '2026-01-01T00:00:05.000Z'],
    ['Thu, 01 Jan 2026 00:00:05 +0100', null],
    ['2026-01-01T00:00:05Z', null],
    ['Thu, 99 Jan 2026 00:00:05 GMT', null],
    ['', null],
    [null, null],
  ])('%s', (header, moment) => {
    expect(readHttpDate(header)?.toISOString() ?? null).toBe(moment);
  });
});
