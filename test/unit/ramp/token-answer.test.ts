import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenEndpointSettings } from '#src/platform/config/ramp-settings.js';
import { readIssuedToken } from '#src/ramp/calls/token-fetcher.js';
import { openAnswer } from '#src/ramp/wire/wire.js';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const ENDPOINT: TokenEndpointSettings = {
  base: 'https://ramp.example',
  path: '/getToken',
  isAtProvider: true,
  method: 'POST',
  identity: { field: 'email', fact: 'email' },
  tokenPath: ['data', 'accessToken'],
  lifetimeMs: 1234,
  lifetimeInAnswer: null,
  isSigned: true,
  authorization: null,
};

/** `[token, lifetime]`, or null. */
function read(json: unknown, given: Partial<TokenEndpointSettings> = {}, status = 200): [string, number] | null {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  const issued = readIssuedToken(openAnswer(status, null, body), { ...ENDPOINT, ...given }, NOW, 'UTC');
  return issued === null ? null : [issued.token.reveal(), issued.lifetimeMs];
}

const seen = {
  success: true,
  returnCode: '0000',
  returnMsg: 'SUCCESS',
  data: { id: '1', accessToken: 'tok', email: 'a@b.c' },
};

describe('the token in an answer', () => {
  it.each<[string, unknown, Partial<TokenEndpointSettings>]>([
    ['in the envelope', seen, {}],
    ['in an answer that says nothing of success', { data: { accessToken: 'tok' } }, {}],
    ['at the top', { access_token: 'tok' }, { tokenPath: ['access_token'] }],
    ['deep down', { a: { b: { c: { d: 'tok' } } } }, { tokenPath: ['a', 'b', 'c', 'd'] }],
  ])('%s', (_, json, given) => {
    expect(read(json, given)).toEqual(['tok', 1234]);
  });

  it.each<[string, unknown, number]>([
    ['elsewhere', { accessToken: 'tok' }, 200],
    ['empty', { data: { accessToken: '' } }, 200],
    ['no text', { data: { accessToken: 5 } }, 200],
    ['null', { data: { accessToken: null } }, 200],
    ['a list', { data: [{ accessToken: 'tok' }] }, 200],
    ['what no header carries', { data: { accessToken: 'a\nb' } }, 200],
    ['too long', { data: { accessToken: 'x'.repeat(4097) } }, 200],
    ['beside a failure', { ...seen, success: false }, 200],
    ['with an error', seen, 500],
    ['with a redirect', seen, 302],
    ['no JSON', '<html>', 200],
    ['nothing', '', 200],
  ])('%s: null', (_, json, status) => {
    expect(read(json, {}, status)).toBeNull();
  });

  it('is never an inherited member', () => {
    expect(read({ data: {} }, { tokenPath: ['data', 'constructor', 'name'] })).toBeNull();
  });

  it.each<[unknown, 'seconds' | 'milliseconds' | 'time', number]>([
    [7200, 'seconds', 7_200_000],
    ['7200', 'seconds', 7_200_000],
    [1.5, 'seconds', 1500],
    [0, 'seconds', 0],
    [7200, 'milliseconds', 7200],
    ['2026-01-31T13:00:00Z', 'time', 3_600_000],
    ['20260131 12:30:00', 'time', 1_800_000],
    [NOW.getTime() + 5000, 'time', 5000],
    [NOW.getTime() / 1000 + 5, 'time', 5000],
    ['2026-01-31T11:00:00Z', 'time', 0],
    // Unreadable: the configured lifetime.
    [-5, 'seconds', 1234],
    ['soon', 'seconds', 1234],
    [1e300, 'seconds', 1234],
    [null, 'seconds', 1234],
    [true, 'milliseconds', 1234],
    ['tomorrow', 'time', 1234],
    [undefined, 'time', 1234],
  ])('%j as %s is valid for %i ms', (expires, unit, lifetime) => {
    const given = { lifetimeInAnswer: { path: ['data', 'expires'], unit } };
    expect(read({ data: { accessToken: 'tok', expires } }, given)).toEqual(['tok', lifetime]);
  });

  it('any input: no exception, and only text that a header can carry', () => {
    const lifetimeInAnswer = { path: ['data', 'accessToken'], unit: 'seconds' } as const;
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 100, max: 599 }), (body, status) => {
        const found = read(body, { lifetimeInAnswer }, status);
        if (found !== null) expect(found[0]).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (accessToken) => {
        const text = JSON.stringify({ data: { accessToken } }, (_name, part: unknown) =>
          typeof part === 'bigint' ? String(part) : part,
        );
        const found = read(text, { lifetimeInAnswer });
        if (found !== null) expect([found[0], found[1] >= 0]).toEqual([accessToken, true]);
      }),
    );
  });
});
