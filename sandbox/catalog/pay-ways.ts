import { refusals } from '../wire/refusal.js';

export interface PayWay {
  readonly code: string;
  /** What the order record calls it. */
  readonly name: string;
  /** Share of the fiat amount. */
  readonly share: string;
  /** Flat part of the fee, in US dollars. */
  readonly flatUsd: string;
}

export const PAY_WAYS: readonly PayWay[] = [
  { code: '10001', name: 'Visa', share: '0.039', flatUsd: '0.5' },
  { code: '10002', name: 'Bank transfer', share: '0.01', flatUsd: '0' },
  { code: '10003', name: 'Wallet', share: '0.025', flatUsd: '0.3' },
];

/** No commission is configured for a payment method that nobody knows: 3100. */
export function payWayOf(code: string): PayWay {
  const payWay = PAY_WAYS.find((candidate) => candidate.code === code);
  if (payWay === undefined) throw refusals.commission();
  return payWay;
}
