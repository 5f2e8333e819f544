import { MAYBE_OF_FIELD, OF_PROVIDER } from './members.js';
import { row } from './row.js';

const NUMBER = { merchantOrderNo: 'A-1001' };

/** Nothing is wrong with the call: it may work later, or somebody else has to act. */
export const PASSING_PROBLEMS = {
  rate_limited: row({
    status: 429,
    title: 'Too many requests',
    texts: {
      rateLimited: 'Too many requests. Wait before you try again.',
      tooManyConnections: 'Too many concurrent connections. Close some, or reuse them.',
      tooManyUnpaid: 'Too many unpaid orders. Pay one, or wait before you try again.',
      tooManyStreams: 'Too many concurrent event streams. Close some, or poll instead.',
      tooManyReplays: 'You have replayed webhooks too often within an hour. Try again later.',
      tooManyReveals: 'You have revealed too many orders within an hour. Try again later.',
    },
    next: 'repeat after `Retry-After`',
  }),
  headers_too_large: row({
    status: 431,
    title: 'The headers are too large',
    texts: {
      headersTooLarge: 'The URL and headers together must not exceed 16 KiB.',
      tooManyHeaders: (most: number) => `A request must not have more than ${most} header fields.`,
    },
    next: 'fix the call',
  }),
  internal: row({
    status: 500,
    title: 'Internal error',
    texts: {
      internal: 'An unexpected error occurred. Report it with the traceId of this response.',
    },
    next: 'repeat with backoff; report the `traceId`',
  }),
  ramp_configuration: row({
    status: 502,
    title: 'The provider connection is misconfigured',
    texts: {
      rampMisconfigured: 'The connection to the payment provider is misconfigured. The operator must fix it.',
      rampTokenRefused: 'The payment provider rejected the access token of this request.',
    },
    next: 'do not repeat blindly: the operator has to act (or send another `accessToken`)',
    members: { ...MAYBE_OF_FIELD, ...OF_PROVIDER },
    example: ({ rampMisconfigured }) => ({ detail: rampMisconfigured, members: NUMBER }),
  }),
  ramp_protocol: row({
    status: 502,
    title: 'The provider sent an invalid response',
    texts: {
      rampInvalidResponse: 'The payment provider sent an invalid response.',
    },
    next: "the provider's answer was unusable: repeat later",
    members: OF_PROVIDER,
  }),
  ramp_unavailable: row({
    status: 503,
    title: 'The provider cannot be reached',
    texts: {
      rampUnavailable: 'The payment provider cannot be reached at the moment. Try again shortly.',
      rampBusy: 'The payment provider is busy. Try again shortly.',
      rampInDoubt: 'The payment provider does not find orders that it has. Nothing was sent to it. Try again shortly.',
    },
    next: 'repeat after `Retry-After`',
    members: OF_PROVIDER,
    example: ({ rampUnavailable }) => ({ detail: rampUnavailable, members: NUMBER }),
  }),
  unavailable: row({
    status: 503,
    title: 'The service is temporarily unavailable',
    texts: {
      databaseAway: 'The service cannot reach its database. Try again shortly.',
      requestTookTooLong: 'The service could not answer in time. Try again shortly: repeating the request is safe.',
      overloaded: 'The service is busy. Try again shortly.',
      tokenNotVerifiable: 'The token cannot be verified at the moment. Try again shortly.',
      challengeNotVerifiable: 'The challenge cannot be verified at the moment. Try again shortly.',
      streamsUnavailable: 'Event streams are not available at the moment. Poll instead.',
      keyBusy: 'The API key is being changed by other requests. Try again.',
      auditNotWritten: 'The audit log took no entry, so nothing was done. Try again.',
      reportBusy: 'Another report is being generated. Try again shortly.',
      exportBusy: 'Other exports are being made. Try again shortly, or use `npm run export`.',
      reportTooSlow: 'The report takes too long. Request a shorter period, or use `npm run report`.',
    },
    next: 'repeat after `Retry-After`',
  }),
};
