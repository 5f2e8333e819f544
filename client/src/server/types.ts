import type { components, paths } from '../schema.js';

type Schemas = components['schemas'];

export type CheckoutLinkRequest = Schemas['CheckoutLinkRequest'];
export type CheckoutLink = Schemas['CheckoutLink'];
export type SaleRequest = Schemas['SellOrderRequest'];
/** A sale that is watched from now on, with the secret that opens it. */
export type RegisteredSale = Schemas['RegisteredSale'];
/** Something that happened to an order; told apart by `type`. A later version of the service may tell of more. */
export type OrderEvent = Schemas['OrderEvent'];
/** An event, and the cursor from which the feed goes on behind it. */
export type PlacedEvent = Schemas['PlacedEvent'];
/** What webhooks tell. */
export type WebhookEvent = OrderEvent | Schemas['EndpointDisabledEvent'] | Schemas['EndpointTestEvent'];
export type EventsPage = Schemas['Events'];
/** Which orders to list; all that is given has to hold. */
export type OrdersQuery = Omit<NonNullable<paths['/v1/orders']['get']['parameters']['query']>, 'cursor'>;
export type OrderList = Schemas['OrderList'];
