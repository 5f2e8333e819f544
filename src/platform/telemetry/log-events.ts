import type { Logger } from '@nestjs/common';
import { SECURITY_EVENTS } from '../callers/security-events.js';
import type { SecurityEvent } from '../callers/security-events.js';

/** Names are stable: alerts rely on them. The third member tells outages apart; each logs once, then `outage_ended`. */
export const LOG_EVENTS = {
  listening: ['log', 'The service takes requests.'],
  setting_unknown: [
    'warn',
    'A setting has a name that the service does not know, or lacks one that it needs. See `warning`.',
  ],
  auth_none: ['warn', 'AUTH=none: every caller may do everything.'],
  pages_missing: ['error', 'The pages were not built: the service runs without them.'],
  proxy_not_trusted: ['warn', 'X-Forwarded-For was ignored: if a proxy of yours sends it, name it in TRUSTED_PROXIES.'],
  times_ahead: [
    'warn',
    'The clock of Postgres was set back: so many rows of these tables no longer wait for the time before.',
  ],
  statements_not_kept: ['warn', 'The pooler loses prepared statements: they are sent whole from now on. See `remedy`.'],
  session_not_kept: ['error', 'The pooler does not keep settings that statements rely on. See `remedy`.', ''],
  session_differs: ['warn', 'The pooler does not keep all session settings; no answer is wrong for it. See `remedy`.'],
  statements_without_time_limit: ['warn', 'The pooler drops the time limit of statements. See `remedy`.'],

  request: ['log', 'A request was answered.'],
  routine_request: ['debug', 'A request for health or metrics was answered.'],
  request_aborted: ['log', 'The caller went away before the answer was complete.'],
  stream_ended: ['log', 'An event stream ended.'],
  stream_failed: ['error', 'An event stream failed.', ''],
  traces_not_sent: ['warn', 'Spans did not reach the collector. Told once in five minutes.'],
  unexpected_error: ['error', 'An unexpected error was answered with 500.'],
  migrations_pending: ['error', 'The database lacks migrations: requests are refused, tasks wait. See `remedy`.'],
  migrations_changed: [
    'error',
    'A migration was changed after it was applied, or is breaking and not known. migrate says what to do. See `remedy`.',
  ],
  migrations_applied: ['log', 'The database has every migration: the service goes on.'],
  database_busy: [
    'warn',
    'A request was refused: no database connection was free, or its statement took too long.',
    '',
  ],
  database_unavailable: ['warn', 'The database does not serve: requests are refused, background tasks wait.', ''],
  provider_misconfigured: ['error', 'The provider refused the configuration: the operator must act.', 'code'],
  provider_did_not_serve: ['warn', 'The provider did not serve a request.', 'code'],
  metrics_incomplete: ['warn', 'Some metrics could not be read and were left out.', ''],

  ...SECURITY_EVENTS,
  api_key_without_service_key: [
    'error',
    'An API key was refused: the service key that made it is not in SERVICE_KEY.',
    'keyOf',
  ],
  api_key_altered: [
    'error',
    'An API key was refused: its row was altered, or made under another SERVICE_KEY.',
    'keyOf',
  ],
  api_key_made_by_anybody: ['error', 'An API key was refused: it was made under AUTH=none.', 'keyOf'],
  email_unreadable: ['warn', 'A stored e-mail address cannot be decrypted.', 'keyId'],
  payee_unreadable: ['error', 'A stored payee cannot be decrypted.'],

  trade_requested: ['log', 'The service asked the provider to create a trade.'],
  trade_not_sent: ['log', 'A trade was not sent to the provider.', 'problem'],
  trade_differs_from_stored: ['error', 'A trade differs from what was stored and was not sent. Its lease runs out.'],
  trade_creation_failed: ['error', 'Creating a trade failed. Its lease runs out.', ''],
  trade_without_page: ['error', 'The provider created a trade without a payment page that can be used.'],
  answer_without_trade: ['error', 'The provider has an order of ours that the database does not have.'],
  database_lost_commits: [
    'error',
    'The database may have lost commits: each number is looked up before it is sent, and older cursors have expired.',
  ],
  query_unanswered: ['warn', 'The provider did not answer a query about a trade.', 'result'],
  answer_not_recorded: ['error', 'An answer could not be recorded. Its lease runs out.', ''],
  answer_unreadable: ['error', 'An answer could not be read.'],
  answer_not_storable: ['error', 'An answer could not be stored.'],
  mismatch_urgent: ['error', 'A mismatch that cannot wait was opened.'],
  mismatch_opened: ['warn', 'A mismatch was opened.'],
  callback_stored: ['log', 'A callback was stored.'],
  callback_too_large: ['warn', 'A callback was too large to be stored.'],
  callback_for_unknown_trade: ['error', 'A callback with a valid token names a trade that is not in the database.'],

  provider_call: ['debug', 'The provider was called.'],
  provider_silent: ['error', 'The provider does not answer: calls are held back until it does.'],
  provider_answers_again: ['log', 'The provider answers again.'],
  provider_clock_followed: [
    'warn',
    "The provider refused our timestamp: requests carry the provider's time from now on.",
  ],
  not_found_unknown: ['warn', 'RAMP_NOT_FOUND is not set: no order is believed not to exist. npm run doctor finds it.'],
  not_found_doubted: ['error', 'The provider does not find trades that it has: "not found" is believed of no trade.'],
  app_secret_switched: ['warn', 'The provider refuses one app secret and accepts the other.'],
  app_secret_trial_failed: ['error', 'Trying the other app secret failed.'],
  access_token_not_issued: ['warn', 'No access token was issued.', 'result'],
  crypto_list_odd: ['warn', 'The crypto list of the provider has entries that cannot be used.'],

  webhook_not_recorded: ['error', 'An attempt to deliver a webhook could not be recorded. It will be sent again.', ''],
  webhook_secret_unreadable: [
    'error',
    'The secret of a webhook endpoint cannot be decrypted: nothing is sent.',
    'endpointId',
  ],
  webhook_endpoint_disabled: ['error', 'A webhook endpoint was disabled: it gets no more messages.'],

  orders_removed: ['log', 'Orders were removed for their age. Faulty ones stay.'],

  outage_ended: ['log', 'The event `of` came `times` times, and has not come for 15 seconds.'],
  task_failing: ['error', 'A background task fails.'],
  task_recovered: ['log', 'A background task works again.'],
} as const satisfies Readonly<Record<string, readonly ['error' | 'warn' | 'log' | 'debug', string, string?]>>;

export type LogEvent = keyof typeof LOG_EVENTS;
type EventLogger = Pick<Logger, 'error' | 'warn' | 'log' | 'debug'>;

/** Logged as `task` in `task_failing` and `task_recovered`. */
export const BACKGROUND_TASKS = [
  'access_token_file',
  'api_key_use',
  'claims_of_interrupted_trades',
  'claims_of_polls',
  'guest_challenges',
  'identity_provider_keys',
  'interrupted_trades',
  'order_states',
  'outbox',
  'outbox_retention',
  'polls',
  'polls_of_followed_orders',
  'provider_rate',
  'reads_of_followed_orders',
  'retention',
  'times_ahead',
  'webhooks',
] as const;
export type BackgroundTask = (typeof BACKGROUND_TASKS)[number];

/** Security events go through the security log, which counts them. */
export function logEvent(
  logger: EventLogger,
  event: Exclude<LogEvent, SecurityEvent>,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  writeEvent(logger, event, fields);
}

/** Only for the security log; all others use {@link logEvent}. */
export function writeEvent(logger: EventLogger, event: LogEvent, fields: Readonly<Record<string, unknown>>): void {
  const [level, msg]: readonly [keyof EventLogger, string, string?] = LOG_EVENTS[event];
  logger[level]({ event, msg, ...fields });
}

export function isOfOutage(line: unknown): line is { readonly event: LogEvent } {
  const { event = '' } = (line ?? {}) as { event?: string };
  return Object.hasOwn(LOG_EVENTS, event) && LOG_EVENTS[event as LogEvent].length === 3;
}
