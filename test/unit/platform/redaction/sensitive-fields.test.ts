import { expect, it } from 'vitest';
import { SENSITIVE_FIELDS, shownOf } from '#src/platform/redaction/sensitive-fields.js';

it('sensitive fields: each name is listed once', () => {
  const names = SENSITIVE_FIELDS.flatMap((fields) => fields.names.map((name) => name.toLowerCase()));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('sensitive fields: a name matches by its ending and by itself', () => {
  expect(shownOf('customerEmail')).toMatchObject({ log: 'hidden', staff: 'e-mail' });
  expect(shownOf('x-refresh_Token')).toMatchObject({ log: 'hidden' });
  expect(shownOf('tokenAddress').log).toBeUndefined();
});

it.each(['amount', 'merchantOrderNo', 'txHash', 'status', '__proto__', 'constructor', ''])(
  'nothing is done because a field is called %j',
  (name) => {
    expect(shownOf(name)).toEqual({});
  },
);
