import { PAID } from './payments.js';
import { buy } from './scenario.js';
import type { Scenario } from './scenario.js';

/** Paid and finished orders that differ in their callbacks. */
export const CALLBACKS: readonly Scenario[] = [
  buy(
    'callback-twice',
    { status: 'COMPLETED' },
    {
      what: 'finished; each callback comes twice at the same time',
      steps: PAID,
      callbacks: { duplicate: true },
    },
  ),
  buy(
    'callback-late',
    { status: 'COMPLETED' },
    {
      what: 'finished; each callback comes 20 paces late',
      steps: PAID,
      callbacks: { delayPaces: 20 },
    },
  ),
  buy(
    'callback-none',
    { status: 'COMPLETED' },
    {
      what: 'finished; no callback comes',
      steps: PAID,
      callbacks: { drop: true },
    },
  ),
  buy(
    'callback-forged',
    { status: 'PAYMENT_FAILED' },
    {
      what: 'declined; beside the true callback comes a forged one that says FINISHED',
      steps: [{ to: 'PAY_FAIL', paces: 2 }],
      callbacks: { forge: true },
    },
  ),
];
