import type { components, paths } from '../schema.js';

type Schemas = components['schemas'];

export type CheckoutLinkRequest = Schemas['CheckoutLinkRequest'];
export type CheckoutLink = Schemas['CheckoutLink'];
export type SaleRequest = Schemas['SellOrderRequest'];
/** A registered sale with its client secret. */
export type RegisteredSale = Schemas['RegisteredSale'];
/** A change of an order; `type` tells which. Later versions of the service may add types. */
export type OrderEvent = Schemas['OrderEvent'];
export type PlacedEvent = Schemas['PlacedEvent'];
export type WebhookEvent = OrderEvent | Schemas['EndpointDisabledEvent'] | Schemas['EndpointTestEvent'];
export type EventsPage = Schemas['Events'];
/** Filters of the order list; all of them must match. */
export type OrdersQuery = Omit<NonNullable<paths['/v1/orders']['get']['parameters']['query']>, 'cursor'>;
export type OrderList = Schemas['OrderList'];
