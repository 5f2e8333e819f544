export type { EmbedMessage } from './embed/message.js';
export { ConnectionError, ProblemError } from './errors.js';
export { newIdempotencyKey } from './idempotency-key.js';
export type {
  CallOptions,
  CheckoutOptions,
  ClientOptions,
  Connection,
  FailedAttempt,
  OrderAccess,
  RetryWish,
  WatchOptions,
} from './options.js';
export type {
  AmountOutOfRange,
  FieldError,
  InvalidRequest,
  Problem,
  QuoteMoved,
  UnrecognisedProblem,
} from './problem.js';
export { createRampCheckout } from './ramp-checkout.js';
export type { RampCheckout } from './ramp-checkout.js';
export type {
  BuyOrder,
  Checkout,
  CheckoutRequest,
  Crypto,
  Cryptos,
  CryptosQuery,
  Failure,
  Order,
  Quote,
  QuoteRequest,
  Quotes,
  SellOrder,
  Trade,
} from './types.js';
