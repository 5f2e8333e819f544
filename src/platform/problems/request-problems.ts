import { NO_AMOUNT } from '../terms/decimal.js';
import { MAYBE_OF_FIELD, OF_ORDERS, OF_PROVIDER, row } from './problem-row.js';

/** The caller has to change the call, or do something else. */
export const REQUEST_PROBLEMS = {
  invalid_request: row(400, 'The request is not valid', 'fix the fields in `errors`', {
    texts: {
      invalidFields: (names: readonly string[]) => `Invalid fields: ${names.join(', ')}.`,
      unreadableRequest: 'The request could not be parsed.',
      oneHost: 'Exactly one Host header is required.',
      loopbackHost: 'With AUTH=none this service answers to localhost and loopback addresses only.',
      otherSite: 'With AUTH=none pages of other sites may change something only if CORS_ORIGINS lists them.',
      urlEncoding: 'The URL contains invalid percent-encoding.',
      bodyNotObject: 'The request body must be a JSON object.',
      tooManyParameters: (most: number) => `The URL must not have more than ${most} query parameters.`,
      credentialTwice: 'A credential or Idempotency-Key header was sent more than once.',
      tokenAndKey: 'Send either a bearer token or an API key, not both.',
      linkTooLong: (most: number) => `The link must not exceed ${most} characters. Use shorter redirect URLs.`,
    },
    members: { ...MAYBE_OF_FIELD, ...OF_PROVIDER },
    sample: [['amount']],
    field: 'amount',
    fault: NO_AMOUNT,
  }),
  unauthenticated: row(401, 'Authentication is required', 'renew the token; check the key', {
    texts: {
      authenticationRequired: 'Authentication is required.',
      notBearer: 'The Authorization header must contain a bearer token.',
      tokenInvalid: 'The token is invalid.',
      tokenExpired: 'The token has expired.',
      tokenStaffLogin: 'Staff must sign in more securely, for example with a second factor.',
      apiKeyInvalid: 'The API key is invalid.',
    },
  }),
  forbidden: row(
    403,
    'Permission denied',
    "wrong role; a browser named a customer or number; a [retry](order-life.md#retry) of another caller's order",
    {
      texts: {
        notPermitted: 'You do not have permission to perform this action.',
        customerNotAllowed: 'Only the merchant\u2019s own servers may set customer, accessToken or metadata.',
        merchantOrderNoNotAllowed: 'You may not set merchantOrderNo. Send an Idempotency-Key header instead.',
        linkRequired: 'Guests may check out only with a link that the shop has signed.',
      },
    },
  ),
  challenge_required: row(
    403,
    'A challenge must be solved',
    'show the widget, send its response ([how](operations/challenge.md#on-a-page-of-your-own))',
    {
      texts: {
        challengeRequired:
          'Guests must solve a challenge and send its response as X-Challenge-Response. Each works once.',
      },
    },
  ),
  not_found: row(404, 'Not found', 'no such order, or not yours', {
    texts: {
      orderNotFound: 'Order not found.',
      orderErased: 'The personal data of this order is erased, so nothing can be shown to its customer.',
      nothingHere: 'There is nothing at this URL.',
      apiNotServed: 'This process does not serve the API.',
      pagesNotServed: 'This service does not serve pages.',
      fileNotFound: 'File not found.',
      webhookNotFound: 'Webhook endpoint not found.',
      deliveryNotFound: 'Delivery not found.',
      keyNotFound: 'API key not found.',
      mismatchNotFound: 'Mismatch not found.',
      pauseNotFound: 'Pause not found.',
      mismatchNotOpen: 'This mismatch is no longer open.',
    },
  }),
  method_not_allowed: row(405, 'The method is not allowed', 'fix the call; `Allow` names the methods of this URL', {
    texts: { methodNotAllowed: 'This URL does not support this method.' },
  }),
  merchant_order_no_conflict: row(
    409,
    'The order number is taken',
    'the number is taken; of your own order, `errors` names what differs. Use a new number for a new purchase',
    {
      texts: {
        merchantOrderNoTaken: 'This order number is already used by a different order.',
        orderNoTaken: 'This orderNo already belongs to a different order.',
      },
      members: MAYBE_OF_FIELD,
    },
  ),
  order_not_retryable: row(409, 'The order cannot be retried', 'read the order; make a new one if it is over', {
    texts: {
      notRetryable: 'The order is still in progress or already paid, and cannot be retried.',
      tooManyTrades: 'The order has no payment attempts left. Create a new order.',
      customerUnknown: 'The customer of this order is unknown. Create a new order.',
    },
  }),
  order_in_review: row(409, 'The order is in review', 'wait, also when you read: the order is being checked', {
    texts: {
      inReview: 'This order is being checked. Try again later.',
      altered:
        'The stored order was altered; a note cannot resolve that. Restore its rows, or have an admin rebuild it from its history.',
      notAltered: 'The stored order fits its seal: there is nothing to rebuild.',
      notRebuilt: (reason: string) => `Nothing was changed: ${reason}. Restore the order from a backup.`,
    },
  }),
  order_not_ended: row(
    409,
    'An order has not ended',
    'staff: forget a customer once all orders have ended; `merchantOrderNos` names the others',
    {
      texts: {
        notEnded:
          'Orders of this customer are still open or in review. The customer can be forgotten once they have ended.',
      },
      members: OF_ORDERS,
      shown: { merchantOrderNos: ['A-1001'] },
    },
  ),
  key_not_rotatable: row(
    409,
    'The key cannot be rotated',
    'staff: rotate its successor; of a webhook: it was rotated at the same time',
    {
      texts: {
        keyRevoked: 'The API key was revoked. Create a new one.',
        keyExpired: 'The API key has expired. Create a new one.',
        keyRotated: (successor: string) => `The API key was already rotated. Rotate its successor ${successor}.`,
        keyWithoutServiceKey:
          'The API key was created under a service key that is not in SERVICE_KEY. Create a new one.',
        keyMadeByAnybody: 'The API key was created while AUTH=none. Revoke it and create a new one.',
        keyAltered: 'The stored API key was altered, or created under another SERVICE_KEY. Revoke it.',
        webhookSecretReplaced: 'Another request replaced the secret at the same time: use its answer, or rotate again.',
      },
    },
  ),
  cursor_expired: row(
    410,
    'The cursor has expired',
    'the feed: [get a new cursor](events.md#the-feed); a list: begin again without one',
    {
      texts: {
        cursorExpired:
          'Events behind this cursor are no longer kept, or the database was restored. Get a new cursor with after=latest, read your orders, then go on from it.',
        listCursorExpired:
          'Changes behind this cursor are no longer kept, or the database was restored. Start again without a cursor.',
      },
    },
  ),
  payload_too_large: row(413, 'The body is too large', 'fix the call', {
    texts: {
      bodyTooLarge: 'The request body must not exceed 8 KiB, or 64 KiB from servers where metadata is allowed.',
    },
  }),
  uri_too_long: row(414, 'The URL is too long', 'fix the call', {
    texts: { urlTooLong: (most: number) => `The URL must not exceed ${most} characters.` },
    sample: [4096],
  }),
  unsupported_media_type: row(415, 'The media type is not supported', 'fix the call', {
    texts: { mediaType: 'Send the request body as application/json in UTF-8.' },
  }),
};
