import type { SettingsReader } from './reader.js';
import { DAY, YEAR } from '../time/time.js';

/** Data that the merchant must keep by law. */
export function keptByLaw(read: SettingsReader) {
  return {
    address: read.integer('RETAIN_BY_LAW_ADDRESSES_MS'),
    customer: read.integer('RETAIN_BY_LAW_CUSTOMERS_MS'),
    payee: read.integer('RETAIN_BY_LAW_PAYEES_MS'),
  };
}

/** The database lets nothing younger than a year be taken out of the audit log. */
export function retentionSettings(read: SettingsReader) {
  const auditMs = read.integer('RETAIN_AUDIT_MS');
  if (auditMs > 0 && auditMs < YEAR) read.problems.push(`RETAIN_AUDIT_MS must be 0, or a year (${YEAR}) at least`);
  return {
    receiptsMs: read.integer('RETAIN_RECEIPTS_MS'),
    deliveriesMs: read.integer('RETAIN_DELIVERIES_MS'),
    runsMs: read.integer('RETAIN_RUNS_MS'),
    auditMs: auditMs === 0 ? null : auditMs,
    ordersMs: ordersMs(read),
  };
}

/** An order is kept as long as something of it may be needed, and the database removes none sooner than after so many days. */
const ORDERS_LEAST_DAYS = 90;
const NEEDED_MS = [
  ...(['WATCH_CLOSED_MS', 'CALLBACK_ADDRESS_LIFETIME_MS', 'RETAIN_DELIVERIES_MS'] as const),
  ...(['RETAIN_BY_LAW_ADDRESSES_MS', 'RETAIN_BY_LAW_CUSTOMERS_MS', 'RETAIN_BY_LAW_PAYEES_MS'] as const),
];

function ordersMs(read: SettingsReader): number | null {
  const keptMs = read.integer('RETAIN_ORDERS_MS');
  if (keptMs === 0) return null;
  const leastMs = ORDERS_LEAST_DAYS * DAY;
  if (keptMs < leastMs) {
    read.problems.push(`RETAIN_ORDERS_MS must be 0, or ${ORDERS_LEAST_DAYS} days (${leastMs}) at least`);
  }
  for (const name of NEEDED_MS.filter((needed) => keptMs < read.integer(needed))) {
    read.problems.push(`RETAIN_ORDERS_MS must be 0, or not less than ${name}`);
  }
  return keptMs;
}
