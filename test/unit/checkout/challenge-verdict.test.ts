import { describe, expect, it } from 'vitest';
import { readResponse, verdictOf, verificationForm } from '#src/checkout/guests/challenge-verdict.js';
import { Secret } from '#src/platform/callers/secret.js';

describe('guest challenge: a response', () => {
  it.each([
    '0.zGvMJb_x-Q.a/b+c==',
    'P1_eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.hKdwYXNz.x-Y_z',
    '10000000-aaaa-bbbb-cccc-000000000001',
    'XXXX.DUMMY.TOKEN.XXXX',
    'a'.repeat(4096),
  ])("in a widget's form is sent to the verifier: %.60s", (text) => {
    expect(readResponse(new Secret(text))).toBe(text);
  });

  it.each([null, ''])('that is absent is refused as missing', (text) => {
    const response = text === null ? null : new Secret(text);
    expect(readResponse(response)).toEqual({ kind: 'refused', reason: 'missing' });
  });

  it.each(['a'.repeat(4097), 'a b', 'a,b', 'a&b', '<a', "'", 'é', 'a\n'])(
    'in another form is refused as malformed: %.20j',
    (text) => {
      expect(readResponse(new Secret(text))).toEqual({ kind: 'refused', reason: 'malformed' });
    },
  );
});

describe('guest challenge: the request to the verifier', () => {
  const challenge = { url: 'https://verifier.example', widget: null };
  const form = (address: string): object =>
    Object.fromEntries(verificationForm({ ...challenge, secret: new Secret('s&=') }, 'a+b=', { address }));

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
  ])('has for %s the address %s', (address, remoteip) => {
    expect(form(address)).toEqual({ secret: 's&=', response: 'a+b=', remoteip });
  });

  it.each(['', 'unknown', '203.0.113.9:80', '203.0.113.9, 10.0.0.1'])(
    'has no remoteip if it is no address: %j',
    (address) => {
      expect(form(address)).toEqual({ secret: 's&=', response: 'a+b=' });
    },
  );
});

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe("guest challenge: the verifier's answer", () => {
  const no = (...codes: unknown[]): object => ({ success: false, 'error-codes': codes });

  it.each<[number, unknown, object]>([
    [200, { success: true, hostname: 'shop.example', action: 'checkout' }, { kind: 'passed' }],
    [200, no('timeout-or-duplicate'), { kind: 'refused', reason: 'timeout-or-duplicate' }],
    [
      400,
      no('invalid-input-response', 'bad-request'),
      { kind: 'refused', reason: 'invalid-input-response bad-request' },
    ],
    [200, { success: false }, { kind: 'refused', reason: 'unspecified' }],
    [200, no('<b>', 7, null, 'x'.repeat(61)), { kind: 'refused', reason: 'unspecified' }],
    [200, { success: false, 'error-codes': 'text' }, { kind: 'refused', reason: 'unspecified' }],
  ])('%i %j is a verdict about the guest', (status, body, verdict) => {
    expect(verdictOf(status, JSON.stringify(body), NOW)).toEqual(verdict);
  });

  it.each<[string, object, object]>([
    ['any page', { hostname: 'shop.example' }, { kind: 'passed' }],
    ['a minute ago', { challenge_ts: '2026-01-01T11:59:00Z' }, { kind: 'passed' }],
    ['an hour ago', { challenge_ts: '2026-01-01T11:00:00Z' }, { kind: 'refused', reason: 'too-old' }],
    ['six years ago', { challenge_ts: '2020-01-01T00:00:00+00:00' }, { kind: 'refused', reason: 'too-old' }],
    ['a form of its own', { action: 'login' }, { kind: 'refused', reason: 'action' }],
    ['a form without a name', { action: '' }, { kind: 'passed' }],
    ['at an unreadable time', { challenge_ts: 'today' }, { kind: 'passed' }],
  ])('for a challenge solved on or at %s', (_what, said, verdict) => {
    expect(verdictOf(200, JSON.stringify({ success: true, ...said }), NOW)).toEqual(verdict);
  });

  it.each<[number, string]>([
    [200, ''],
    [200, 'null'],
    [200, '[]'],
    [200, '"true"'],
    [200, '<html>'],
    [200, '{"success":"true"}'],
    [200, '{"success":1}'],
    [201, '{"success":true}'],
    [302, '{"success":true}'],
    [500, '{"success":true}'],
    [429, 'slow down'],
  ])('%i %s is no verdict', (status, body) => {
    expect(verdictOf(status, body, NOW)).toEqual({
      kind: 'unverified',
      why: `the answer has the status ${status} and no verdict`,
    });
  });

  it.each(['missing-input-secret', 'invalid-input-secret', 'internal-error'])("%s is not the guest's fault", (code) => {
    const body = JSON.stringify(no('bad-request', code));
    expect(verdictOf(200, body, NOW)).toEqual({ kind: 'unverified', why: `the answer says ${code}` });
  });
});
