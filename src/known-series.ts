import { CALLBACK_RESULTS } from './callbacks/callbacks.service.js';
import { NO_FAULTY_ENTRIES } from './catalog/catalog.service.js';
import { REFUSAL_REASONS } from './access/jwt/verify-token.js';
import { OUTCOMES } from './checkout/checkout.service.js';
import { VERDICT_KINDS } from './checkout/guests/challenge-verdict.js';
import { LIMIT_KINDS } from './platform/limits/limits.service.js';
import { RECORD_RESULTS } from './orders/write/poll-result-writer.service.js';
import { UNPAID_KINDS } from './checkout/guests/unpaid-guest-orders.service.js';
import { MISMATCH_KINDS } from './orders/model/mismatch-kind.types.js';
import { TRADE_STATUSES } from './orders/model/order-status.js';
import { ENDPOINTS, RESULT_KINDS, TOKEN_FETCH_RESULTS } from './ramp/port/ramp.errors.js';
import { SIDES } from './ramp/port/ramp.types.js';
import { REFUSALS } from './ramp/port/refusal-table.js';
import { PROBLEM_CODES } from './platform/problems/problem.js';
import { SECURITY_EVENTS } from './platform/callers/security-events.js';
import type { Metrics } from './platform/telemetry/metrics.js';
import { startAtZero } from './platform/telemetry/metrics.js';

/** Starts all series of shared counters at zero. Here, because telemetry must not know the features' label values. */
export function startKnownSeries(metrics: Metrics): void {
  startAtZero(metrics.orderStatuses, { side: SIDES, status: TRADE_STATUSES });
  startAtZero(metrics.orderCompletion, { side: SIDES });
  startAtZero(metrics.checkouts, { outcome: [...Object.values(OUTCOMES), ...PROBLEM_CODES] });
  for (const [reason, { acts }] of Object.entries(REFUSALS)) {
    startAtZero(metrics.rampRefusals, { endpoint: ENDPOINTS, reason: [reason], acts: [acts] });
  }
  startAtZero(metrics.rampCalls, { endpoint: ENDPOINTS, result: RESULT_KINDS });
  startAtZero(metrics.tokenFetches, { result: TOKEN_FETCH_RESULTS });
  startAtZero(metrics.tokensRefused, { reason: REFUSAL_REASONS });
  startAtZero(metrics.tokenKeyFetches, { result: ['fetched', 'failed'] });
  startAtZero(metrics.callbacks, { result: CALLBACK_RESULTS });
  startAtZero(metrics.polls, { result: RECORD_RESULTS });
  startAtZero(metrics.mismatches, { kind: MISMATCH_KINDS });
  startAtZero(metrics.oddListEntries, { kind: Object.keys(NO_FAULTY_ENTRIES) });
  startAtZero(metrics.guestChallenges, { result: VERDICT_KINDS });
  startAtZero(metrics.webhookAttempts, { result: ['delivered', 'refused', 'unanswered'] });
  startAtZero(metrics.webhookEndpointsDisabled, { reason: ['failing', 'gone'] });
  startAtZero(metrics.securityEvents, { event: Object.keys(SECURITY_EVENTS) });
  startAtZero(metrics.rateLimited, { kind: [...LIMIT_KINDS, ...UNPAID_KINDS, 'connections'] });
}
