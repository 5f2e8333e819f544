export * from './index.js';
export { isDeliverable } from './server/is-deliverable.js';
export { createRampCheckoutServer } from './server/ramp-checkout-server.js';
export type { RampCheckoutServer } from './server/ramp-checkout-server.js';
export type { ServerOptions, WatchOrdersOptions } from './server/options.js';
export { verifyWebhook, WebhookVerificationError } from './server/verify-webhook.js';
export type { VerifyOptions, WebhookHeaders } from './server/verify-webhook.js';
export type {
  CheckoutLink,
  CheckoutLinkRequest,
  OrderEvent,
  OrdersQuery,
  PlacedEvent,
  RegisteredSale,
  SaleRequest,
  WebhookEvent,
} from './server/types.js';
