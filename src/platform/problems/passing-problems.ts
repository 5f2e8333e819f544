import { MAYBE_OF_FIELD, OF_PROVIDER, row } from './problem-row.js';

const NUMBER = { merchantOrderNo: 'A-1001' };

/** Nothing is wrong with the call: it may work later, or somebody else has to act. */
export const PASSING_PROBLEMS = {
  rate_limited: row(429, 'Too many requests', 'repeat after `Retry-After`', {
    texts: {
      rateLimited: 'Too many requests. Wait before you try again.',
      tooManyUnpaid: 'Too many unpaid orders. Pay one, or wait before you try again.',
      tooManyStreams: 'Too many concurrent event streams. Close some, or poll instead.',
      tooManyReplays: 'You have replayed webhooks too often within an hour. Try again later.',
      tooManyReveals: 'You have revealed too many orders within an hour. Try again later.',
    },
  }),
  headers_too_large: row(431, 'The headers are too large', 'fix the call', {
    texts: {
      tooManyHeaders: (most: number) => `A request must not have more than ${most} header fields.`,
    },
  }),
  internal: row(500, 'Internal error', 'repeat with backoff; report the `traceId`', {
    texts: { internal: 'An unexpected error occurred. Report it with the traceId of this response.' },
  }),
  ramp_configuration: row(
    502,
    'The provider connection is misconfigured',
    'do not repeat: the operator has to act (or send another `accessToken`)',
    {
      texts: {
        rampMisconfigured: 'The connection to the payment provider is misconfigured. The operator must fix it.',
        rampTokenRefused: 'The payment provider rejected the access token of this request.',
      },
      members: { ...MAYBE_OF_FIELD, ...OF_PROVIDER },
      shown: NUMBER,
    },
  ),
  ramp_protocol: row(502, 'The provider sent an invalid response', "the provider's answer was unusable: repeat later", {
    texts: { rampInvalidResponse: 'The payment provider sent an invalid response.' },
    members: OF_PROVIDER,
  }),
  ramp_unavailable: row(503, 'The provider cannot be reached', 'repeat after `Retry-After`', {
    texts: {
      rampUnavailable: 'The payment provider cannot be reached at the moment. Try again shortly.',
      rampBusy: 'The payment provider is busy. Try again shortly.',
      rampInDoubt: 'The payment provider does not find orders that it has. Nothing was sent to it. Try again shortly.',
    },
    members: OF_PROVIDER,
    shown: NUMBER,
  }),
  unavailable: row(503, 'The service is temporarily unavailable', 'repeat after `Retry-After`', {
    texts: {
      databaseAway: 'The service cannot reach its database. Try again shortly.',
      requestTookTooLong: 'The service could not answer in time. Try again shortly: repeating the request is safe.',
      overloaded: 'The service is busy. Try again shortly.',
      notMigrated: 'The service is not ready: its database has yet to be migrated.',
      databaseUnusable: 'The service cannot use its database at the moment. Try again shortly.',
      tokenNotVerifiable: 'The token cannot be verified at the moment. Try again shortly.',
      challengeNotVerifiable: 'The challenge cannot be verified at the moment. Try again shortly.',
      streamsUnavailable: 'Event streams are not available at the moment. Poll instead.',
      orderBusy: 'The order is being changed by other requests. Try again.',
      keyBusy: 'The API key is being changed by other requests. Try again.',
      auditNotWritten: 'The audit log took no entry, so nothing was done. Try again.',
      reportBusy: 'Another report is being generated. Try again shortly.',
      exportBusy: 'Other exports are being made. Try again shortly, or use `npm run export`.',
      reportTooSlow: 'The report takes too long. Request a shorter period, or use `npm run report`.',
    },
  }),
};
