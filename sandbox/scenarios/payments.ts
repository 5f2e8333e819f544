import { buy } from './scenario.js';
import type { Scenario, Step } from './scenario.js';

/** The customer pays after two paces and gets the crypto two paces later. */
export const PAID: readonly Step[] = [{ to: 'PAY_SUCCESS', paces: 2 }, { to: 'TRANSFER' }, { to: 'FINISHED' }];

/** Actions of the customer on the pay page, and their results, without a person. */
export const PAYMENTS: readonly Scenario[] = [
  buy('finished', { status: 'COMPLETED' }, { what: 'paid, transferred and finished', steps: PAID }),
  buy(
    'at-once',
    { status: 'COMPLETED' },
    {
      what: 'finished straight from PENDING',
      steps: [{ to: 'FINISHED', paces: 2 }],
    },
  ),
  buy(
    'slow-transfer',
    { status: 'COMPLETED' },
    {
      what: 'paid; the transfer takes 40 paces',
      steps: [{ to: 'PAY_SUCCESS', paces: 2 }, { to: 'TRANSFER' }, { to: 'FINISHED', paces: 40 }],
    },
  ),
  buy(
    'never-paid',
    { status: 'AWAITING_PAYMENT' },
    {
      what: 'stays PENDING; Ramp Checkout lets it expire after ORDER_EXPIRY_MS',
    },
  ),
  buy(
    'pay-fail',
    { status: 'PAYMENT_FAILED' },
    { what: 'the card is declined', steps: [{ to: 'PAY_FAIL', paces: 2 }] },
  ),
  buy(
    'second-card',
    { status: 'COMPLETED' },
    {
      what: 'the first card is declined, the second one pays',
      steps: [
        { to: 'PAY_FAIL', paces: 2 },
        { to: 'PAY_SUCCESS', onceTold: true },
        { to: 'TRANSFER' },
        { to: 'FINISHED' },
      ],
    },
  ),
  buy('cancelled', { status: 'CANCELLED' }, { what: 'the customer cancels', steps: [{ to: 'CANCEL', paces: 2 }] }),
  buy(
    'late-success',
    { status: 'COMPLETED' },
    {
      what: 'cancelled, and paid all the same',
      steps: [
        { to: 'CANCEL', paces: 2 },
        { to: 'PAY_SUCCESS', onceTold: true },
        { to: 'TRANSFER' },
        { to: 'FINISHED' },
      ],
    },
  ),
  buy(
    'refunded',
    { status: 'REFUNDED' },
    {
      what: 'paid, then REFUNDED, a word of ours that the contract does not have',
      steps: [
        { to: 'PAY_SUCCESS', paces: 2 },
        { to: 'REFUNDED', onceTold: true },
      ],
    },
  ),
  buy(
    'risk-control',
    { status: 'PAID', inReview: true },
    {
      what: 'paid, then RISK_CONTROL, a word that the contract does not have',
      steps: [
        { to: 'PAY_SUCCESS', paces: 2 },
        { to: 'RISK_CONTROL', onceTold: true },
      ],
    },
  ),
  buy(
    'invalid-address',
    { status: 'PAID', inReview: true },
    {
      what: 'paid, then INVALID_ADDRESS, a word that the contract does not have',
      steps: [
        { to: 'PAY_SUCCESS', paces: 2 },
        { to: 'INVALID_ADDRESS', onceTold: true },
      ],
    },
  ),
  buy(
    'unknown-status',
    { status: 'AWAITING_PAYMENT', inReview: true },
    {
      what: 'ON_THE_MOON, a word that nobody knows',
      steps: [{ to: 'ON_THE_MOON', paces: 2 }],
    },
  ),
  buy(
    'goes-back',
    { status: 'PAID', inReview: true },
    {
      what: 'paid, then PENDING again',
      steps: [
        { to: 'PAY_SUCCESS', paces: 2 },
        { to: 'PENDING', onceTold: true },
      ],
    },
  ),
];
