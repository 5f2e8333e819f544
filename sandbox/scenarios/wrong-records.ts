import { PAID } from './payments.js';
import { buy } from './scenario.js';
import type { Ending, Scenario } from './scenario.js';

const REVIEWED: Ending = { status: 'COMPLETED', inReview: true };

/** Paid and finished, but the record differs from the create. */
export const WRONG_RECORDS: readonly Scenario[] = [
  buy('wrong-amount', REVIEWED, { what: 'finished; the amount is 1.00', steps: PAID, record: { amount: '1.00' } }),
  buy('wrong-address', REVIEWED, {
    what: 'finished; the address is another one',
    steps: PAID,
    record: { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  }),
  buy('wrong-crypto', REVIEWED, { what: 'finished; the crypto is DOGE', steps: PAID, record: { crypto: 'DOGE' } }),
  buy('wrong-network', REVIEWED, { what: 'finished; the network is DOGE', steps: PAID, record: { network: 'DOGE' } }),
  buy('other-app', REVIEWED, {
    what: "finished; the record is of somebody else's application",
    steps: PAID,
    record: { appId: 'somebody-else' },
  }),
  buy(
    'other-order',
    { status: 'AWAITING_PAYMENT', inReview: true },
    {
      what: 'finished; the record is of another order',
      steps: PAID,
      record: { orderNo: '1000000000000000001' },
    },
  ),
  buy(
    'fields-missing',
    { status: 'COMPLETED' },
    {
      what: 'finished; the record has neither amounts nor dates nor address',
      steps: PAID,
      omits: ['amount', 'address', 'createTime', 'payTime', 'txTime', 'cryptoQuantity', 'rampFee', 'rampfee'],
    },
  ),
  buy(
    'no-status',
    { status: 'AWAITING_PAYMENT', inReview: true },
    {
      what: 'finished; the record has no status',
      steps: PAID,
      omits: ['status'],
    },
  ),
  buy('bad-date', REVIEWED, {
    what: 'finished; payTime is a text that is no date',
    steps: PAID,
    record: { payTime: 'the day before yesterday' },
  }),
  buy(
    'vanishes',
    { status: 'AWAITING_PAYMENT', inReview: true },
    {
      what: 'queries know it once, and then know nothing of it',
      steps: [{ to: 'vanished', onceTold: true }],
    },
  ),
  buy(
    'no-answers',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'finished; no query about it is ever answered',
      steps: PAID,
      faults: [{ endpoint: 'query', times: 0, fault: () => ({ act: 'hang' }) }],
      callbacks: { drop: true },
    },
  ),
];
