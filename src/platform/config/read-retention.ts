import type { SettingsReader } from './reader.js';
import type { KeptByLawSettings, RetentionSettings } from './settings.js';
import { YEAR } from './table/kinds.js';

/** What law has the merchant keep. */
export function keptByLaw(read: SettingsReader): KeptByLawSettings {
  return {
    address: read.integer('RETAIN_BY_LAW_ADDRESSES_MS'),
    customer: read.integer('RETAIN_BY_LAW_CUSTOMERS_MS'),
    payee: read.integer('RETAIN_BY_LAW_PAYEES_MS'),
  };
}

/** The database lets nothing younger than a year be taken out of the audit log. */
export function retentionSettings(read: SettingsReader): RetentionSettings {
  const auditMs = read.integer('RETAIN_AUDIT_MS');
  if (auditMs > 0 && auditMs < YEAR) read.problems.push(`RETAIN_AUDIT_MS must be 0, or a year (${YEAR}) at least`);
  return {
    receiptsMs: read.integer('RETAIN_RECEIPTS_MS'),
    deliveriesMs: read.integer('RETAIN_DELIVERIES_MS'),
    runsMs: read.integer('RETAIN_RUNS_MS'),
    auditMs: auditMs === 0 ? null : auditMs,
  };
}
