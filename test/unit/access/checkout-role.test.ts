import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { CheckoutRoleGuard } from '../../../src/access/checkout-role.guard.js';
import { rememberCaller } from '../../../src/http/request-caller.js';
import { SellOrdersController } from '../../../src/orders/sell-orders.controller.js';
import { EVERYBODY } from '../../../src/shared/caller.js';
import type { Caller } from '../../../src/shared/caller.js';
import { Problem } from '../../../src/shared/problem.js';

function enter(caller: Caller | null): unknown {
  const request = {};
  if (caller !== null) rememberCaller(request, caller);
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  try {
    return new CheckoutRoleGuard().canActivate(context);
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
}

describe('a route for the merchant\u2019s own servers', () => {
  it.each<[string, Caller | null, unknown]>([
    ['one that may act for customers', EVERYBODY, true],
    ['one that may not', { ...EVERYBODY, mayActForCustomers: false }, 'forbidden'],
    ['one that is not known', null, 'forbidden'],
  ])('%s', (_, caller, expected) => expect(enter(caller)).toBe(expected));

  it('registering sales is one', () => {
    expect(Reflect.getMetadata('__guards__', SellOrdersController)).toEqual([CheckoutRoleGuard]);
  });
});
