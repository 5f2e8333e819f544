import { expect, it } from 'vitest';
import { SENSITIVE_FIELDS, shownOf } from '#src/platform/redaction/sensitive-fields.js';

it('each field stands in the table once', () => {
  const names = SENSITIVE_FIELDS.flatMap((fields) => fields.names.map((name) => name.toLowerCase()));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('what a name ends with counts beside the name itself', () => {
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
