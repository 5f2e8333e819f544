import { describe, expect, it } from 'vitest';
import { sealed, sealTools, termsFault } from '#src/orders/decisions/terms.js';
import type { OrderRow, TradeRow } from '#src/orders/model/order.types.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { asked, orderRow, trade } from '../../support/order-builders.js';

const OLD = { id: '1', bytes: Buffer.alloc(32, 1) };
const NEW = { id: '2', bytes: Buffer.alloc(32, 2) };
const { seal, verify } = sealTools(new KeyRing([OLD]), 'terms');

function faultOf(order: Partial<OrderRow>, altered: Partial<TradeRow> = {}, check = verify): string | null {
  return termsFault({ order: orderRow(order), trades: [{ ...sealed(trade(), seal), ...altered }] }, check);
}

describe('the seal of terms', () => {
  it('fits what was sealed, also once the keys were rotated', () => {
    expect(faultOf({})).toBeNull();
    expect(faultOf({}, {}, sealTools(new KeyRing([NEW, OLD]), 'terms').verify)).toBeNull();
  });

  it('is made with the newest key', () => {
    expect(sealed(trade(), sealTools(new KeyRing([NEW, OLD]), 'terms').seal).termsKeyId).toBe('2');
  });

  it.each<[string, Partial<TradeRow>]>([
    ['number', { tradeNo: 'A-1001-r2' }],
    ['place among the trades', { n: 2 }],
    ['side', { side: 'SELL' }],
    ['a field more', { asked: { ...asked(), callbackUrl: 'https://thief.example' } as never }],
    ...Object.keys(asked()).map((field): [string, Partial<TradeRow>] => [
      field,
      { asked: asked({ [field]: 'other' }) },
    ]),
  ])('does not fit another one: %s', (_, altered) => {
    expect(faultOf({}, altered)).toMatch(/^what A-1001(-r2)? asks for does not fit its seal$/);
  });

  it('of an order fits no trade of another', () => {
    expect(faultOf({ merchantOrderNo: 'B-2' })).toBe('what A-1001 asks for does not fit its seal');
  });

  it.each([...Object.keys(asked()), 'side'])('an order whose %s is another than its trade says', (field) => {
    expect(faultOf({ [field]: 'other' })).toBe(`the order differs from what A-1001 asks for: ${field}`);
  });

  it('cannot be told without its key, nor where there is none', () => {
    expect(faultOf({}, {}, sealTools(new KeyRing([NEW]), 'terms').verify)).toContain(
      'service key 1, which is not there',
    );
    expect(faultOf({}, { termsMac: null })).toBe('what A-1001 asks for has no seal');
    expect(faultOf({}, { asked: null })).toContain('does not fit');
  });

  it('is not asked of a sale', () => {
    expect(faultOf({ side: 'SELL' }, { side: 'SELL', asked: null, termsMac: null, termsKeyId: null })).toBeNull();
  });
});
