import { expect, it } from 'vitest';
import { SENSITIVE_FIELDS, visibilityOf } from '#src/platform/redaction/sensitive-fields.js';

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
