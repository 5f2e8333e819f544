import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentFile } from '#src/operator/orders/order-file.presenter.js';
import type { OrderReport } from '#src/operator/orders/operator-orders.service.js';
import type { FiledEvent, PersonalData } from '#src/orders/model/order-file.types.js';
import { listedOf } from '#src/operator/orders/listed-order.presenter.js';
import type { OrderRow } from '#src/orders/model/order.types.js';
import { NOW } from '../../support/moments.js';
import { asked, orderRow, refusal, trade } from '../../support/order-builders.js';

interface Person {
  readonly address: string;
  readonly memo: string;
  readonly customerId: string;
  readonly customerEmail: string;
  readonly payoutAddress: string;
  readonly name: string;
  readonly account: string;
}

const event = (given: Partial<FiledEvent>): FiledEvent => ({
  merchantOrderNo: 'A-1001',
  seq: 1,
  at: NOW,
  tradeNo: 'A-1001',
  kind: 'seen',
  cause: { kind: 'poll' },
  data: {},
  evidenceMac: null,
  keyId: 'k1',
  mac: Buffer.alloc(32),
  isWholeTime: true,
  ...given,
});

function reportOf(person: Person): OrderReport {
  const { address, memo, customerId, customerEmail, payoutAddress, name, account } = person;
  const said = Object.values(person).join(' and ');
  const payee = { name, account, card: null, email: customerEmail };
  const personal: PersonalData = {
    address,
    memo,
    customerId,
    customerEmail,
    trades: [{ tradeNo: 'A-1001', address, memo, payoutAddress, orderPageUrl: null, payee, maskedPayee: payee }],
    unreadable: [],
  };
  const url = `https://shop.example/${encodeURIComponent(memo)}?who=${encodeURIComponent(said)}`;
  const paid = trade({
    asked: asked({ address, memo, redirectUrl: url, failRedirectUrl: url, merchantName: said }),
    refusal: refusal({ returnMsg: said }),
    failReason: said,
    payoutAddress,
    payUrl: 'https://pay.example/of-one-customer',
    lastSeen: {
      data: { address, memo, other: said, [customerId]: [name], page: 'https://pay.example/of-one-customer' },
    },
  });
  const mismatch = {
    id: 'm-1',
    tradeNo: 'A-1001',
    openedAt: NOW,
    resolvedAt: NOW,
    resolvedBy: 'staff:key:1',
    note: said,
  };
  return {
    file: {
      order: orderRow({ customerId }),
      trades: [paid],
      events: [event({ data: { address, asked: said }, evidence: { sent: { address }, seen: { text: said } } })],
      mismatches: [
        { ...mismatch, kind: 'field', field: 'address', asked: address, seen: payoutAddress },
        { ...mismatch, kind: 'field', field: 'status', asked: said, seen: said },
      ],
      now: NOW,
    },
    personal,
    receipts: [],
    moreReceipts: false,
    faults: [{ merchantOrderNo: 'A-1001', entry: 1, reason: said }],
    keysMissing: false,
    explorers: {},
    keyNames: {},
  };
}

const NOBODY: Person = {
  address: 'w',
  memo: 'w',
  customerId: 'w',
  customerEmail: 'w',
  payoutAddress: 'w',
  name: 'w',
  account: 'w',
};

describe('an order for staff', () => {
  it('holds no known personal value', () => {
    // Letters that our own output never has, so that a match comes from the person.
    const word = fc.stringMatching(/^[qxzQXZ7]{4,50}$/);
    const email = fc.tuple(word, word).map(([user, host]) => `${user}@${host}.example`);
    const people = fc.record({
      address: word,
      memo: word,
      customerId: word,
      customerEmail: email,
      payoutAddress: word,
      name: fc.tuple(word, word).map((parts) => parts.join(' ')),
      account: word,
    });
    fc.assert(
      fc.property(people, (person) => {
        const answer = presentFile(reportOf(person));
        const text = JSON.stringify(answer).toLowerCase();
        expect(Object.entries(person).filter(([, value]) => text.includes(value.toLowerCase()))).toEqual([]);
        expect(text).not.toContain('of-one-customer');
      }),
      { numRuns: 200 },
    );
  });

  it('holds no data of another person in a callback', () => {
    const said = new Map([
      ['name', 'Xaver Quzzel'],
      ['status', 'PAY_FAIL'],
      ['message', 'refused for Xaver Quzzel'],
    ]);
    const receipt = {
      id: 'c-1',
      tradeNo: 'A-1001',
      receivedAt: NOW,
      lastReceivedAt: null,
      times: 1,
      method: 'POST',
      claimedStatus: 'PAY_FAIL',
      claimedMessage: 'refused for Xaver Quzzel',
      claimedFields: said,
      request: null,
    };
    const answer = presentFile({ ...reportOf(NOBODY), receipts: [receipt] });
    expect(answer.callbacks).toMatchObject([{ claimedStatus: 'PAY_FAIL', claimedMessage: 'refused for [masked]' }]);
  });

  it.each([
    ['ETH', '0xabcdef12', {}, 'https://etherscan.io/tx/0xabcdef12'],
    ['ETH', '0xabcdef12', { ETH: 'https://scan.example/{txHash}' }, 'https://scan.example/0xabcdef12'],
    ['ETH', '0xabcdef12', { ETH: null }, null],
    ['NOWHERE', '0xabcdef12', {}, null],
    ['ETH', null, {}, null],
  ])('links a transfer on %s, %s, to its block explorer', (network, txHash, explorers, url) => {
    const report = reportOf(NOBODY);
    const facts = txHash === null ? {} : { txHash };
    const trades = report.file.trades.map((one) => ({ ...one, facts, asked: asked({ network }) }));
    const answer = presentFile({ ...report, explorers, file: { ...report.file, trades } });
    expect(answer.trades.map(({ explorerUrl }) => explorerUrl)).toEqual([url]);
  });

  it('never holds URLs or secrets that grant access', () => {
    const person = {
      address: 'wwww',
      memo: 'wwww',
      customerId: 'wwww',
      customerEmail: 'w@w.example',
      payoutAddress: 'wwww',
    };
    const answer = presentFile(reportOf({ ...person, name: 'wwww', account: 'wwww' }));
    expect(Object.keys(answer).filter((name) => /salt|secret|mac|sealed/i.test(name))).toEqual([]);
    const names = Object.keys(answer.trades[0]!);
    expect(names.filter((name) => /^payUrl$|salt|secret|sealed|leaseId|signature/i.test(name))).toEqual([]);
  });

  it.each([
    [[], false, true],
    [['one'], false, false],
    [['one'], true, null],
    [[], true, null],
  ])('faults %j, keys missing %s: intact %s', (reasons, keysMissing, intact) => {
    const faults = reasons.map((reason) => ({ merchantOrderNo: 'A-1001', entry: null, reason }));
    expect(presentFile({ ...reportOf(NOBODY), faults, keysMissing }).historyIntact).toBe(intact);
  });
});

it.each<[string, Partial<OrderRow>, boolean]>([
  ['cancelled', { status: 'CANCELLED' }, true],
  ['cancelled, and somebody looks into it', { status: 'CANCELLED', inReview: true }, false],
  ['cancelled, a sale', { status: 'CANCELLED', side: 'SELL' }, false],
  ['paid', { status: 'PAID' }, false],
])('an order that is %s may be retried: %s', (_, given, expected) => {
  const trades = [{ ...trade(), nextQueryAt: null }];
  const listed = listedOf({ order: orderRow(given), trades, openMismatches: 0 }, 'jane@example.com');
  expect(listed.customerEmail).toBe('j***@e***');
  expect(listed.retryable).toBe(expected);
});
