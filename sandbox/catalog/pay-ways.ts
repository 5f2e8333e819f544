import { refusals } from '../wire/refusal.js';

export interface PayWay {
  readonly code: string;
  /** Its name in order records. */
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

/** Refuses an unknown payment method with 3100: no commission is configured. */
export function payWayOf(code: string): PayWay {
  const payWay = PAY_WAYS.find((candidate) => candidate.code === code);
  if (payWay === undefined) throw refusals.commission();
  return payWay;
}
