import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialsOf } from '#src/access/access.service.js';
import type { Credentials } from '#src/access/access.service.js';
import type { Secret } from '#src/platform/callers/secret.js';

const shown = ({ bearer, apiKey, clientSecret, idempotencyKey }: Credentials): unknown[] => [
  ...[bearer, apiKey, clientSecret].map((secret: Secret | null) => secret?.reveal() ?? null),
  idempotencyKey,
];

describe('credentials', () => {
  it.each<[string, string[], unknown[]]>([
    ['nothing', [], [null, null, null, null]],
    ['headers that are none', ['Host', 'x', 'Cookie', 'authorization=Bearer a'], [null, null, null, null]],
    ['a token', ['Authorization', 'Bearer a.b-c_d~e+f/g='], ['a.b-c_d~e+f/g=', null, null, null]],
    ['a token in another case', ['AUTHORIZATION', 'bEaReR   a  '], ['a', null, null, null]],
    ['a key', ['X-Api-Key', 'k'], [null, 'k', null, null]],
    ['a client secret', ['x-client-secret', 's'], [null, null, 's', null]],
    ['an empty key, which is one', ['x-api-key', ''], [null, '', null, null]],
    ['an empty client secret, which is one', ['x-client-secret', ''], [null, null, '', null]],
    ['an idempotency key', ['Idempotency-Key', 'i'], [null, null, null, 'i']],
    ['a password for a proxy in front', ['authorization', 'Basic YTpi'], [null, null, null, null]],
    ['such a password beside a key', ['authorization', 'bAsIc YTpi', 'x-api-key', 'k'], [null, 'k', null, null]],
    ['an empty Authorization', ['authorization', ''], [null, null, null, null]],
    ['a token with a secret', ['authorization', 'Bearer a', 'x-client-secret', 's'], ['a', null, 's', null]],
    ['a key with a secret', ['x-api-key', 'k', 'x-client-secret', 's', 'idempotency-key', 'i'], [null, 'k', 's', 'i']],
  ])('of %s', (_what, headers, expected) => {
    expect(shown(credentialsOf(headers))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['two tokens', ['authorization', 'Bearer a', 'Authorization', 'Bearer b']],
    ['the same token twice', ['authorization', 'Bearer a', 'authorization', 'Bearer a']],
    ['two keys', ['x-api-key', 'a', 'X-API-KEY', 'b']],
    ['a key twice, once empty', ['x-api-key', '', 'X-API-KEY', 'b']],
    ['two client secrets', ['x-client-secret', 'a', 'x-client-secret', 'b']],
    ['two idempotency keys', ['idempotency-key', 'a', 'idempotency-key', 'b']],
    ['a token and a key', ['authorization', 'Bearer a', 'x-api-key', 'k']],
    ['a key and a token', ['x-api-key', 'k', 'authorization', 'Bearer a']],
    ['a token and an empty key', ['authorization', 'Bearer a', 'x-api-key', '']],
    ['another scheme', ['authorization', 'Token YTpi']],
    ['no scheme', ['authorization', 'a.b.c']],
    ['a scheme alone', ['authorization', 'Bearer']],
    ['a scheme and blanks', ['authorization', 'Bearer   ']],
    ['two tokens in one header', ['authorization', 'Bearer a, Bearer b']],
    ['a token with a blank in it', ['authorization', 'Bearer a b']],
    ['a token behind a tab', ['authorization', 'Bearer\ta']],
    ['something in front', ['authorization', ' Bearer a']],
    ['a scheme that only begins so', ['authorization', 'BearerX a']],
  ])('of %s are refused', (_what, headers) => {
    expect(() => credentialsOf(headers)).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });

  it('never appear in errors or printed text', () => {
    const headers = ['authorization', 'Token planted-secret', 'x-api-key', 'planted-secret'];
    expect(() => credentialsOf(headers)).toThrow(/^(?!.*planted)/);
    expect(JSON.stringify(credentialsOf(['x-api-key', 'planted-secret']))).not.toContain('planted');
  });

  it('do not depend on the order of headers, or on others', () => {
    const pairs = [
      ['authorization', 'Bearer a'],
      ['x-client-secret', 's'],
      ['idempotency-key', 'i'],
      ['accept', 'x-api-key'],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(pairs, { minLength: 4 }), (shuffled) => {
        expect(shown(credentialsOf(shuffled.flat()))).toEqual(['a', null, 's', 'i']);
      }),
    );
  });
});
