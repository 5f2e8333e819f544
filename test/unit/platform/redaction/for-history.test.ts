import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redacted } from '#src/platform/redaction/for-history.js';
import type { EventDraft } from '#src/orders/model/order.types.js';
import { ADDRESS } from '../../../support/order-builders.js';

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
