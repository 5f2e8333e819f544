import { MOST_LEVELS, MOST_VALUES } from './json-shape.js';

/**
 * Every `detail` of a problem: one list, in plain English, for developers who call the API. Some reach customers, as the
 * `failure` of an order. None says whether something of somebody else's exists.
 */
export const PROBLEM_TEXTS = {
  // Requests
  invalidFields: (names: readonly string[]) => `Invalid fields: ${names.join(', ')}.`,
  malformedHttp: 'Malformed HTTP request.',
  unreadableRequest: 'The request could not be parsed.',
  oneHost: 'Exactly one Host header is required.',
  loopbackHost: 'With AUTH=none this service answers to localhost and loopback addresses only.',
  urlEncoding: 'The URL contains invalid percent-encoding.',
  bodyNotObject: 'The request body must be a JSON object.',
  nameTwice: 'The request body has an object with two members of the same name.',
  bodyTooLarge: 'The request body must not exceed 8 KiB, or 64 KiB from servers where metadata is allowed.',
  bodyTooManyValues: `The request body must not have more than ${MOST_VALUES} values or ${MOST_LEVELS} levels of nesting.`,
  tooManyParameters: (most: number) => `The URL must not have more than ${most} query parameters.`,
  mediaType: 'Send the request body as application/json in UTF-8.',
  urlTooLong: (most: number) => `The URL must not exceed ${most} characters.`,
  tooManyHeaders: (most: number) => `A request must not have more than ${most} header fields.`,
  headersTooLarge: 'The URL and headers together must not exceed 16 KiB.',
  requestTimeout: 'The request was not received in time.',
  nothingHere: 'There is nothing at this URL.',
  methodNotAllowed: 'This URL does not support this method.',
  connectNotSupported: 'CONNECT is not supported.',
  apiNotServed: 'This process does not serve the API.',
  pagesNotServed: 'This service does not serve pages.',
  fileNotFound: 'File not found.',
  tooManyConnections: 'Too many concurrent connections. Close some, or reuse them.',
  rateLimited: 'Too many requests. Wait before you try again.',
  internal: 'An unexpected error occurred. Report it with the traceId of this response.',
  requestTookTooLong: 'The service could not answer in time. Try again shortly: repeating the request is safe.',
  overloaded: 'The service is busy. Try again shortly.',
  notMigrated: 'The service is not ready: its database has yet to be migrated.',
  databaseUnusable: 'The service cannot use its database at the moment. Try again shortly.',
  databaseAway: 'The service cannot reach its database. Try again shortly.',

  // Callers
  authenticationRequired: 'Authentication is required.',
  notPermitted: 'You do not have permission to perform this action.',
  credentialTwice: 'A credential or Idempotency-Key header was sent more than once.',
  tokenAndKey: 'Send either a bearer token or an API key, not both.',
  notBearer: 'The Authorization header must contain a bearer token.',
  tokenInvalid: 'The token is invalid.',
  tokenExpired: 'The token has expired.',
  tokenStaffLogin: 'Staff must sign in more securely, for example with a second factor.',
  tokenNotVerifiable: 'The token cannot be verified at the moment. Try again shortly.',
  apiKeyInvalid: 'The API key is invalid.',
  customerNotAllowed: 'Only the merchant\u2019s own servers may set customer, accessToken or metadata.',
  merchantOrderNoNotAllowed: 'You may not set merchantOrderNo. Send an Idempotency-Key header instead.',
  challengeRequired: 'Guests must solve a challenge and send its response as X-Challenge-Response. Each works once.',
  challengeNotVerifiable: 'The challenge cannot be verified at the moment. Try again shortly.',
  linkRequired: 'Guests may check out only with a link that the shop has signed.',
  linkTooLong: (most: number) => `The link must not exceed ${most} characters. Use shorter redirect URLs.`,

  // Events and lists
  cursorExpired:
    'Events behind this cursor are no longer kept, or the database was restored. Get a new cursor with after=latest, read your orders, then go on from it.',
  listCursorExpired:
    'Changes behind this cursor are no longer kept, or the database was restored. Start again without a cursor.',

  // Webhooks
  webhookNotFound: 'Webhook endpoint not found.',
  deliveryNotFound: 'Delivery not found.',
  webhookKeptBySettings:
    'This endpoint is as WEBHOOK_URL, WEBHOOK_SECRET and WEBHOOK_EVENTS say. Change the settings and restart the workers.',
  webhookSecretReplaced: 'Another request replaced the secret at the same time: use its answer, or rotate again.',

  // API keys
  keyNotFound: 'API key not found.',
  keyBusy: 'The API key is being changed by other requests. Try again.',
  keyRevoked: 'The API key was revoked. Create a new one.',
  keyExpired: 'The API key has expired. Create a new one.',
  keyRotated: (successor: string) => `The API key was already rotated. Rotate its successor ${successor}.`,
  keyWithoutServiceKey: 'The API key was created under a service key that is not in SERVICE_KEY. Create a new one.',
  keyMadeByAnybody: 'The API key was created while AUTH=none. Revoke it and create a new one.',
  keyAltered: 'The stored API key was altered, or created under another SERVICE_KEY. Revoke it.',

  // Orders
  orderNotFound: 'Order not found.',
  merchantOrderNoTaken: 'This order number is already used by a different order.',
  orderNoOfOthers: 'A key of scope own registers a sale by merchantOrderNo; by orderNo, a key of scope all does.',
  orderNoTaken: 'This orderNo already belongs to a different order.',
  notRetryable: 'The order is still in progress or already paid, and cannot be retried.',
  tooManyTrades: 'The order has no payment attempts left. Create a new order.',
  customerUnknown: 'The customer of this order is unknown. Create a new order.',
  inReview: 'This order is being checked. Try again later.',
  tooManyUnpaid: 'Too many unpaid orders. Pay one, or wait before you try again.',
  tooManyStreams: 'Too many concurrent event streams. Close some, or poll instead.',
  streamsUnavailable: 'Event streams are not available at the moment. Poll instead.',

  // Amounts, addresses, prices
  amountPrecision: (fiat: string, digits: number) =>
    digits === 0
      ? `Amounts in ${fiat} must be whole numbers.`
      : `Amounts in ${fiat} must have at most ${digits} decimal places.`,
  amountOutOfRange: 'The amount is too small or too large.',
  amountFromTo: (min: string, max: string) => `The amount must be from ${min} to ${max}.`,
  amountAtLeast: (min: string) => `The amount must be at least ${min}.`,
  amountAtMost: (max: string) => `The amount must be at most ${max}.`,
  cryptoNotAvailable: 'This cryptocurrency is not available for this currency and network.',
  payWayNotAvailable: 'This payment method is not available for this purchase.',
  addressInvalid: 'The address is not valid on this network.',
  addressAtRisk: 'The payment provider does not send to this address. Use a different address.',
  memoRequired: (network: string) => `Payments on ${network} require a memo.`,
  redirectNotAllowed: 'Redirects to this URL are not allowed.',
  quoteMoved: 'The price has changed since it was quoted. Confirm the new price and try again.',

  // The payment provider
  rampMisconfigured: 'The connection to the payment provider is misconfigured. The operator must fix it.',
  rampTokenRefused: 'The payment provider rejected the access token of this request.',
  rampRefused: 'The payment provider rejected the request.',
  rampInvalidResponse: 'The payment provider sent an invalid response.',
  rampBusy: 'The payment provider is busy. Try again shortly.',
  rampUnavailable: 'The payment provider cannot be reached at the moment. Try again shortly.',
  rampInDoubt: 'The payment provider does not find orders that it has. Nothing was sent to it. Try again shortly.',

  // Staff
  notEnded: 'Orders of this customer are still open or in review. The customer can be forgotten once they have ended.',
  auditNotWritten: 'The audit log took no entry, so nothing was done. Try again.',
  tooManyReplays: 'You have replayed webhooks too often within an hour. Try again later.',
  tooManyReveals: 'You have revealed too many orders within an hour. Try again later.',
  mismatchNotFound: 'Mismatch not found.',
  mismatchNotOpen: 'This mismatch is no longer open.',
  reportBusy: 'Another report is being generated. Try again shortly.',
  exportBusy: 'Other exports are being made. Try again shortly, or use `npm run export`.',
  reportTooSlow: 'The report takes too long. Request a shorter period, or use `npm run report`.',
} as const;
