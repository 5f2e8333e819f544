import type { paths } from './schema.js';

/** What an operation gets or gives as JSON. */
type JsonOf<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;
type RequestOf<Operation> = Operation extends { requestBody?: infer Body } ? JsonOf<NonNullable<Body>> : never;
type ResponseOf<Operation, Status extends number> = Operation extends { responses: Record<Status, infer Answer> }
  ? JsonOf<Answer>
  : never;

type PostCheckout = paths['/v1/checkouts']['post'];
type GetOrder = paths['/v1/orders/{merchantOrderNo}']['get'];
type AnyOrder = ResponseOf<GetOrder, 200>;

export type CryptosQuery = NonNullable<paths['/v1/cryptos']['get']['parameters']['query']>;
export type Cryptos = ResponseOf<paths['/v1/cryptos']['get'], 200>;
export type Crypto = Cryptos['items'][number];

export type QuoteRequest = RequestOf<paths['/v1/quotes']['post']>;
export type Quotes = ResponseOf<paths['/v1/quotes']['post'], 200>;
export type Quote = Quotes['items'][number];

export type CheckoutRequest = RequestOf<PostCheckout>;
/** A purchase just made, with the secret that opens it. */
export type Checkout = ResponseOf<PostCheckout, 201> & { readonly side: 'BUY' };

/** A purchase. */
export type BuyOrder = Extract<AnyOrder, { cryptoQuantity: unknown }> & { readonly side: 'BUY' };
/** A sale. */
export type SellOrder = Extract<AnyOrder, { cryptoActualAmount: unknown }> & { readonly side: 'SELL' };
/** Told apart by `side`. */
export type Order = BuyOrder | SellOrder;

/** One attempt at the provider to carry out an order. */
export type Trade = Order['trades'][number];
/** What went wrong with an order. */
export type Failure = NonNullable<Order['failure']>;
