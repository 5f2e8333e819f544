import type { components, paths } from './schema.js';

type Schemas = components['schemas'];

export type CryptosQuery = NonNullable<paths['/v1/cryptos']['get']['parameters']['query']>;
export type Cryptos = Schemas['Cryptos'];
export type Crypto = Schemas['Crypto'];
export type QuoteRequest = Schemas['QuoteRequest'];
export type Quotes = Schemas['Quotes'];
export type Quote = Schemas['Quote'];
export type CheckoutRequest = Schemas['CheckoutRequest'];
export type RetryBody = Schemas['RetryRequest'];
/** A new purchase with its client secret. */
export type Checkout = Schemas['Checkout'];
export type BuyOrder = Schemas['BuyOrder'];
export type SellOrder = Schemas['SellOrder'];
/** `side` tells which. */
export type Order = BuyOrder | SellOrder;
/** One attempt at the provider to carry out an order. */
export type Trade = Schemas['Trade'];
export type Failure = Schemas['Failure'];
