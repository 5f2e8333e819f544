// Made from openapi.json by `npm run client`: edit the service instead.

export interface paths {
    "/v1/cryptos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What can be bought and sold
         * @description Each cryptocurrency on each network that the provider enabled, with limits in a fiat currency.
         */
        get: operations["cryptos_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What an amount would buy, or sell for
         * @description Asks the provider now, for one payment method or for all of them. An estimate: nothing is held by it.
         */
        post: operations["quotes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description The orders that the key can see; they match all filters. A page can be short or empty while it has a `nextCursor`: continue until there is none. With `order=updated` no change is skipped, even if it commits late: continue from your last cursor.
         */
        get: operations["orders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{merchantOrderNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an order
         * @description The current order. Reading also makes the service poll the provider soon.
         */
        get: operations["orders_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set metadata of an order
         * @description Sets the given names of `metadata` and keeps the others; an empty text or null deletes a name. This does not change the order: `version` and `updatedAt` stay, and no webhook is sent.
         */
        patch: operations["orders_note"];
        trace?: never;
    };
    "/v1/sell-orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Watch a sale
         * @description A customer sells crypto on the provider’s own pages; registered here, the sale is watched like a purchase. It may be registered before it is made, and registering it again is safe. For API keys of scope `all`: whoever registers a sale reads it.
         */
        post: operations["sellorders_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{merchantOrderNo}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an order
         * @description Server-sent events: the order at once, and again when it has changed, whichever replica changed it; the answer ends once the order is `settled`, or with `until=final` once it is `final`.
         *
         *     Whoever comes later is told of what changed since: a late payment of a settled order, too.
         *
         *     Of changes that follow each other quickly only the newest may be sent. Lines that begin with `:` are signs of life.
         *
         *     The answer may end at any time: ask again with the last `id`, a moment later. The first event counts even if its `id` is smaller: the database may have lost commits. Where no stream can be had (503), read the order every few seconds.
         *
         *     Read it with `fetch`: an `EventSource` cannot send the headers that say who you are. Opening it also makes the service ask the provider again soon.
         */
        get: operations["orderevents_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow all orders
         * @description Every change of every order that you may see, late ones too, in an order that never changes: whoever reads on from a cursor misses nothing. Kept for 30 days; for a cursor older than that the answer is 410.
         *
         *     The same events as by webhook. `data` is the order as it is now, not as it was: a late `order.created` may carry COMPLETED. Deliver a purchase (`data.side` is BUY) once per `merchantOrderNo`, when `data.status` is COMPLETED and `data.inReview` is false, at any `type`; never a sale. Remember event ids, not versions.
         *
         *     JSON, page by page; with `wait` an answer without events comes only when its time is over. Or, with `Accept: text/event-stream`, server-sent events: `id` is the cursor, `Last-Event-ID` goes before `after`, and lines that begin with `:` are signs of life, with the cursor as far as the feed was read.
         *
         *     An answer may end, and a connection break, at any time: ask again with the last cursor. Where you get 429 or 503, ask again after `Retry-After`.
         */
        get: operations["events_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy crypto
         * @description Makes an order and returns the address of its payment page. Repeats are safe: the same number, or the same `Idempotency-Key`, with the same content returns the same order.
         */
        post: operations["checkout_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to the checkout page
         * @description Signs the fields that the link fixes. Only a signed link can fix address and memo; a link with a number makes at most one order.
         */
        post: operations["checkoutlinks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{merchantOrderNo}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an order again
         * @description Makes a new trade of an order that failed, was cancelled, refused or ran out of time, or whose page is no longer shown, once the provider has confirmed that no older trade is paid.
         */
        post: operations["retry_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.created`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.updated`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.paid`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.completed`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.payment_failed`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.expired`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.refunded`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.in_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.in_review`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_in_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.review_resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `order.review_resolved`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_order_review_resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.created`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.updated`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.paid`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.completed`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.payment_failed`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.expired`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.refunded`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.in_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.in_review`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_in_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sell_order.review_resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `sell_order.review_resolved`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_sell_order_review_resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mismatch.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `mismatch.opened`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_mismatch_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "report.daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `report.daily`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_report_daily"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `endpoint.disabled`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "endpoint.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * `endpoint.test`
         * @description Sent to the endpoints that ask for it, until one answers with success.
         */
        post: operations["webhook_endpoint_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Crypto: {
            /**
             * @description The provider's name of the cryptocurrency.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string;
            /**
             * @description Whether it can be bought.
             * @example true
             */
            buyEnabled: boolean;
            /**
             * @description Whether it can be sold.
             * @example true
             */
            sellEnabled: boolean;
            /**
             * Format: decimal
             * @description The smallest amount to buy for, in fiat. Limits are null if unknown.
             * @example 15
             */
            minBuyAmount: string | null;
            /**
             * Format: decimal
             * @description The largest amount to buy for, in fiat.
             * @example 2000
             */
            maxBuyAmount: string | null;
            /**
             * Format: decimal
             * @description The smallest amount to sell, in crypto.
             * @example 20
             */
            minSellAmount: string | null;
            /**
             * Format: decimal
             * @description The largest amount to sell, in crypto.
             * @example 5000
             */
            maxSellAmount: string | null;
            /**
             * @description URL of an icon, from the provider; may be null.
             * @example https://provider.example/icons/usdt.png
             */
            icon: string | null;
            /**
             * @description From the provider; mostly null.
             * @example null
             */
            address: string | null;
            /**
             * @description Whether a checkout on this network needs a memo.
             * @example false
             */
            memoRequired: boolean;
            /**
             * @description The usual name of a memo on this network; null if there are no memos or it is unknown. Even where a memo is not
             *     required, an exchange's address may need one.
             * @example tag
             * @enum {string|null}
             */
            memoLabel: "memo" | "tag" | "comment" | null;
        };
        Cryptos: {
            /**
             * @description The currency of the limits.
             * @example USD
             */
            fiat: string;
            /**
             * Format: date-time
             * @description When the provider returned this list.
             * @example 2026-01-31T12:00:00.000Z
             */
            asOf: string;
            /** @description Each cryptocurrency on each network. */
            items: components["schemas"]["Crypto"][];
        };
        QuoteRequest: {
            /**
             * @description To buy crypto, or to sell it.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description The provider's name of the cryptocurrency.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string;
            /**
             * @description The currency to pay with, or to be paid in: ISO 4217.
             * @example USD
             */
            fiat: string;
            /**
             * @description The customer's country of residence: ISO 3166-1, two letters.
             * @example DE
             */
            country: string;
            /**
             * Format: decimal
             * @description BUY: the fiat to spend. SELL: the crypto to sell.
             * @example 100.00
             */
            amount: string;
            /**
             * @description The provider's code of a payment method. BUY only.
             * @example 10001
             */
            payWayCode?: string | null;
            /**
             * @description ONE: one quote. ALL: one for each payment method; BUY only.
             * @default ONE
             * @example ALL
             * @enum {string|null}
             */
            type?: "ONE" | "ALL" | null;
        };
        Quote: {
            /**
             * @description The currency of the payment or payout.
             * @example USD
             */
            fiat: string;
            /**
             * @description The cryptocurrency.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's code of the payment method. BUY only.
             * @example 10001
             */
            payWayCode: string | null;
            /**
             * Format: decimal
             * @description Fiat for one unit of crypto.
             * @example 1.0012
             */
            cryptoPrice: string | null;
            /**
             * Format: decimal
             * @description BUY only: the crypto that is received.
             * @example 94.94
             */
            cryptoQuantity: string | null;
            /**
             * Format: decimal
             * @description SELL only: the fiat that is received, before the service fee.
             * @example 95.11
             */
            fiatQuantity: string | null;
            /**
             * Format: decimal
             * @description The channel's fee, in fiat.
             * @example 3.99
             */
            rampFee: string | null;
            /**
             * Format: decimal
             * @description The channel's fee, in USD.
             * @example 3.99
             */
            rampFeeInUSD: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in fiat. BUY only.
             * @example 0.96
             */
            networkFee: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in crypto.
             * @example 0.9588
             */
            cryptoNetworkFee: string | null;
            /**
             * Format: decimal
             * @description The rebate, in fiat.
             * @example 0.50
             */
            rebateFiatAmount: string | null;
            /**
             * Format: decimal
             * @description The same rebate in USD; never add the two.
             * @example 0.50
             */
            rebateUsdAmount: string | null;
        };
        PricelessMethod: {
            /**
             * @description The provider's code of the method; null if not stated.
             * @example 10002
             */
            payWayCode: string | null;
            /**
             * @description The problem code of a quote for this method alone.
             * @example amount_out_of_range
             * @enum {string}
             */
            code: "invalid_request" | "unauthenticated" | "forbidden" | "challenge_required" | "not_found" | "method_not_allowed" | "request_timeout" | "merchant_order_no_conflict" | "order_not_retryable" | "order_in_review" | "order_not_ended" | "key_not_rotatable" | "kept_by_settings" | "cursor_expired" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "amount_precision" | "amount_out_of_range" | "crypto_not_available" | "pay_way_not_available" | "address_invalid" | "address_at_risk" | "memo_required" | "redirect_not_allowed" | "quote_moved" | "ramp_refused" | "rate_limited" | "headers_too_large" | "internal" | "ramp_configuration" | "ramp_protocol" | "ramp_unavailable" | "unavailable";
            /**
             * @description An explanation for people, in English.
             * @example The amount must be from 50 to 2000 USD.
             */
            message: string;
        };
        Quotes: {
            /** @description Quotes, best first: the one with the highest received amount. */
            items: components["schemas"]["Quote"][];
            /** @description With `ALL`: the methods without a price. If no method has one, the response is a problem instead. */
            failures: components["schemas"]["PricelessMethod"][];
        };
        Failure: {
            /**
             * @description Stable; decide by it. Either our own code or, after a refusal, the code of the problem.
             * @example payment_failed
             * @enum {string}
             */
            code: "payment_failed" | "cancelled" | "expired" | "not_created" | "quote_moved" | "not_found" | "payout_failed" | "refunded" | "ramp_configuration" | "crypto_not_available" | "amount_out_of_range" | "address_invalid" | "address_at_risk" | "pay_way_not_available" | "ramp_unavailable" | "ramp_refused";
            /**
             * @description A text for people, in English.
             * @example The payment did not go through. It can be tried again.
             */
            message: string;
        };
        ReviewReason: {
            /**
             * @description Kind of the difference.
             * @example field
             * @enum {string}
             */
            kind: "field" | "status" | "transition" | "unreadable" | "foreign" | "order_no_clash" | "vanished" | "double_payment" | "state";
            /**
             * @description Name of the field that differs.
             * @example amount
             */
            field: string;
            /**
             * @description The expected value; null: no particular value.
             * @example 100.00
             */
            expected: string | null;
            /**
             * @description The provider's value; null: not readable.
             * @example 250.00
             */
            actual: string | null;
        };
        OrderCustomer: {
            /**
             * @description The merchant's own id of the customer; null: not given.
             * @example customer-4711
             */
            id: string | null;
        };
        Trade: {
            /**
             * @description The trade's number at the provider.
             * @example A-1001-r2
             */
            tradeNo: string;
            /**
             * @description The provider's own number; null: not known.
             * @example 1059023474927243264
             */
            orderNo: string | null;
            /**
             * @description The status of the trade.
             * @example AWAITING_PAYMENT
             * @enum {string}
             */
            status: "CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "PAID" | "TRANSFERRING" | "CANCELLED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "REFUNDED";
            /**
             * @description The provider's own status; null: none yet.
             * @example PENDING
             */
            rampStatus: string | null;
            /**
             * @description It is the newest trade; only its page is ever shown.
             * @example true
             */
            current: boolean;
            /**
             * Format: decimal
             * @description The paid amount in fiat from the provider's record; null: not paid, or a sale.
             * @example 100.00
             */
            paidAmount: string | null;
            /**
             * Format: date-time
             * @description When it was paid, by the provider's clock; null: not paid, or not stated.
             * @example 2026-01-31T12:00:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation in this service.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
        };
        BuyOrder: {
            /**
             * @description The order's number.
             * @example A-1001
             */
            merchantOrderNo: string;
            /**
             * @description `BUY`: a purchase. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            side: "BUY";
            /**
             * @description The status of the order.
             * @example AWAITING_PAYMENT
             * @enum {string}
             */
            status: "CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "CANCELLED" | "EXPIRED" | "REJECTED" | "PAID" | "TRANSFERRING" | "COMPLETED" | "REFUNDED";
            /**
             * @description Nothing more is expected, though a late payment may still come.
             * @example false
             */
            settled: boolean;
            /**
             * @description Nothing more happens: completed or refunded with no other page to pay on, never created, or no longer watched.
             * @example false
             */
            final: boolean;
            /**
             * @description A new trade may be made: the order came to nothing, or its page is no longer shown.
             * @example false
             */
            retryable: boolean;
            /**
             * @description Grows by one with each change.
             * @example 3
             */
            version: number;
            /**
             * Format: uri
             * @description The payment page; null if there is none, if it is no longer shown, or if the provider's record may belong to another
             *     purchase.
             * @example https://pay.provider.example/checkout/5f2b1c9e
             */
            payUrl: string | null;
            /**
             * Format: date-time
             * @description Time after which `payUrl` is no longer shown.
             * @example 2026-01-31T13:00:00.000Z
             */
            payUrlExpiresAt: string | null;
            /**
             * @description The provider's own number of the trade that decides the order's status: a paid one, else the newest.
             * @example 1059023474927243264
             */
            orderNo: string | null;
            /**
             * @description The provider's own status; null: none yet.
             * @example PENDING
             */
            rampStatus: string | null;
            /**
             * @description The currency of the payment, ISO 4217.
             * @example USD
             */
            fiat: string;
            /**
             * Format: decimal
             * @description The ordered amount in fiat, with the currency's decimals.
             * @example 100.00
             */
            amount: string;
            /**
             * @description The cryptocurrency to buy.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string;
            /**
             * @description The customer's wallet address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address: string;
            /**
             * @description The memo that some networks need beside the address; null: none.
             * @example 104857600
             */
            memo: string | null;
            /**
             * @description The provider's code of the requested payment method.
             * @example 10001
             */
            payWayCode: string;
            /**
             * @description The customer's country of residence: two letters, ISO 3166-1.
             * @example US
             */
            country: string;
            /**
             * Format: decimal
             * @description The paid amount in fiat from the provider's record; null: not paid. A difference from `amount` opens a review.
             * @example 100.00
             */
            paidAmount: string | null;
            /**
             * Format: date-time
             * @description Time of creation in this service.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-31T12:03:10.250Z
             */
            updatedAt: string;
            /** @description The failure; null: none. */
            failure: components["schemas"]["Failure"] | null;
            /**
             * @description A mismatch is open; completion is not announced meanwhile.
             * @example false
             */
            inReview: boolean;
            /** @description Open mismatches; shown to API keys only. */
            reviewReasons?: components["schemas"]["ReviewReason"][];
            /** @description The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Metadata that your server has set; shown to the merchant's own servers only.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @description Its trades, oldest first. */
            trades: components["schemas"]["Trade"][];
            /**
             * Format: decimal
             * @description How much crypto is bought.
             * @example 94.94
             */
            cryptoQuantity: string | null;
            /**
             * @description The currency of `rampFee`.
             * @example USD
             */
            rampFeeUnit: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in fiat.
             * @example 0.96
             */
            networkFee: string | null;
            /**
             * Format: decimal
             * @description The rebate in fiat.
             * @example 0.50
             */
            rebateFiatAmount: string | null;
            /**
             * Format: decimal
             * @description The same rebate in USD; never add the two.
             * @example 0.50
             */
            rebateUsdAmount: string | null;
            /**
             * Format: decimal
             * @description What was paid, in USD. Comes with completion, as do the next four.
             * @example 100.00
             */
            fiatInUSD: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in USD.
             * @example 3.99
             */
            rampFeeInUSD: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in the crypto that was bought.
             * @example 0.9588
             */
            cryptoNetworkFee: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in USD.
             * @example 0.96
             */
            networkFeeInUSD: string | null;
            /**
             * Format: decimal
             * @description The received amount in USDT.
             * @example 94.94
             */
            cryptoAmountInUSDT: string | null;
            /**
             * @description The token's contract, where it has one.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            tokenAddress: string | null;
            /**
             * @description The provider's name of the way in which was paid.
             * @example VISA
             */
            payType: string | null;
            /**
             * Format: decimal
             * @description Fiat for one unit of crypto; null, here and below: the provider has not stated it.
             * @example 1.0012
             */
            cryptoPrice: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in `rampFeeUnit`.
             * @example 3.99
             */
            rampFee: string | null;
            /**
             * @description Hash of the transfer on the chain.
             * @example 0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b
             */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When the trade was made at the provider, by its clock.
             * @example 2026-01-31T12:00:01.000Z
             */
            rampCreatedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer paid, by the provider's clock; null: not yet, or it has not said.
             * @example 2026-01-31T12:02:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When the crypto was sent on its way.
             * @example 2026-01-31T12:03:00.000Z
             */
            transferredAt: string | null;
            /**
             * Format: date-time
             * @description When all was done.
             * @example 2026-01-31T12:03:10.000Z
             */
            completedAt: string | null;
        };
        Payee: {
            /**
             * @description The account holder's name, masked; null, here and below: not stated by the provider.
             * @example J*** D***
             */
            name: string | null;
            /**
             * @description The account's number, masked.
             * @example ****6789
             */
            account: string | null;
            /**
             * @description The card's number, masked.
             * @example ****1111
             */
            card: string | null;
            /**
             * @description The payee's e-mail address, masked.
             * @example j***@example.com
             */
            email: string | null;
        };
        SellOrder: {
            /**
             * @description The order's number.
             * @example A-1001
             */
            merchantOrderNo: string;
            /**
             * @description `SELL`: a sale. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            side: "SELL";
            /**
             * @description The status of the sale.
             * @example AWAITING_CRYPTO
             * @enum {string}
             */
            status: "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "EXPIRED" | "COMPLETED" | "REFUNDED";
            /**
             * @description Nothing more is expected, though a late payment may still come.
             * @example false
             */
            settled: boolean;
            /**
             * @description Nothing more happens: completed or refunded with no other page to pay on, never created, or no longer watched.
             * @example false
             */
            final: boolean;
            /**
             * @description A new trade may be made: the order came to nothing, or its page is no longer shown.
             * @example false
             */
            retryable: boolean;
            /**
             * @description Grows by one with each change.
             * @example 3
             */
            version: number;
            /**
             * Format: uri
             * @description Always null: a sale has no payment page here.
             * @example null
             */
            payUrl: string | null;
            /**
             * Format: date-time
             * @description Always null.
             * @example null
             */
            payUrlExpiresAt: string | null;
            /**
             * @description The provider's own number of the trade that decides the order's status: a paid one, else the newest.
             * @example 1059023474927243264
             */
            orderNo: string | null;
            /**
             * @description The provider's own status; null: none yet.
             * @example PENDING
             */
            rampStatus: string | null;
            /**
             * @description The currency of the payout, ISO 4217; null, here and below: not stated by the provider.
             * @example USD
             */
            fiat: string | null;
            /**
             * Format: decimal
             * @description Always null, like the next four: a sale is not ordered here. Its amounts are `cryptoAmount` and `fiatAmount`.
             * @example null
             */
            amount: string | null;
            /**
             * @description The cryptocurrency to sell.
             * @example USDT
             */
            crypto: string | null;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string | null;
            /**
             * @description Always null. The deposit address is `payoutAddress`.
             * @example null
             */
            address: string | null;
            /**
             * @description Always null.
             * @example null
             */
            memo: string | null;
            /**
             * @description Always null. The payout method is `paymentType`.
             * @example null
             */
            payWayCode: string | null;
            /**
             * @description Always null.
             * @example null
             */
            country: string | null;
            /**
             * Format: date-time
             * @description Time of creation in this service.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-31T12:03:10.250Z
             */
            updatedAt: string;
            /** @description The failure; null: none. */
            failure: components["schemas"]["Failure"] | null;
            /**
             * @description A mismatch is open; completion is not announced meanwhile.
             * @example false
             */
            inReview: boolean;
            /** @description Open mismatches; shown to API keys only. */
            reviewReasons?: components["schemas"]["ReviewReason"][];
            /** @description The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Metadata that your server has set; shown to the merchant's own servers only.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @description Its trades, oldest first. */
            trades: components["schemas"]["Trade"][];
            /**
             * Format: decimal
             * @description Fiat for one unit of crypto; null, here and below: the provider has not stated it.
             * @example 1.0012
             */
            cryptoPrice: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in `rampFeeUnit`.
             * @example 3.99
             */
            rampFee: string | null;
            /**
             * @description Hash of the transfer on the chain.
             * @example 0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b
             */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When the trade was made at the provider, by its clock.
             * @example 2026-01-31T12:00:01.000Z
             */
            rampCreatedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer paid, by the provider's clock; null: not yet, or it has not said.
             * @example 2026-01-31T12:02:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When the crypto was sent on its way.
             * @example 2026-01-31T12:03:00.000Z
             */
            transferredAt: string | null;
            /**
             * Format: date-time
             * @description When all was done.
             * @example 2026-01-31T12:03:10.000Z
             */
            completedAt: string | null;
            /**
             * Format: decimal
             * @description How much crypto the customer is to send.
             * @example 95
             */
            cryptoAmount: string | null;
            /**
             * Format: decimal
             * @description How much has come.
             * @example 95
             */
            cryptoActualAmount: string | null;
            /**
             * Format: decimal
             * @description The payout to the customer, service fee included.
             * @example 91.20
             */
            fiatAmount: string | null;
            /**
             * @description Where the customer has to send the crypto.
             * @example 0x8617E340B3D01FA5F11F306F4090FD50E238070D
             */
            payoutAddress: string | null;
            /**
             * @description The provider's page of the order.
             * @example https://provider.example/orders/1059023474927243264
             */
            orderPageUrl: string | null;
            /**
             * @description The provider's code of the way of payment.
             * @example 10001
             */
            paymentType: string | null;
            /**
             * @description The provider's words about what went wrong.
             * @example The bank returned the payout
             */
            failReason: string | null;
            /** @description The recipient of the payout; null: stored but not readable. */
            payee: components["schemas"]["Payee"] | null;
        };
        OrderList: {
            /** @description Orders in the form of a single read. A page can be short or empty while the list continues. */
            items: components["schemas"]["Order"][];
            /**
             * @description Cursor of the next page. null: this is the last page. With `order=updated` it is never null: keep it and poll with it;
             *     you are up to date when you get back the cursor that you sent.
             * @example WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ
             */
            nextCursor: string | null;
        };
        OrderNotes: {
            /**
             * @description Names to set; an empty text or null deletes a name, and omitted names stay.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata: {
                [key: string]: string | null;
            };
        };
        SellCustomer: {
            /**
             * @description The merchant's own id of the customer.
             * @example customer-4711
             */
            id?: string | null;
            /**
             * Format: email
             * @description The customer's e-mail address; not stored.
             * @example jane@example.com
             */
            email?: string | null;
        };
        SellOrderRequest: {
            /**
             * @description The merchant's number of the sale at the provider. It becomes the order's number if its form allows it; otherwise, or
             *     when absent, a number is generated.
             * @example S-1001
             */
            merchantOrderNo?: string | null;
            /**
             * @description The provider's own number.
             * @example 1059023474927243264
             */
            orderNo?: string | null;
            /**
             * @description The customer of the sale; a customer who logs in with this id can read it. The id is stored; the e-mail address is not
             *     needed for a sale and not stored.
             */
            customer?: components["schemas"]["SellCustomer"] | null;
            /**
             * @description Free data to find the sale by; customers never see it. Registering again does not change it.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        RegisteredSale: {
            /**
             * @description The order's number.
             * @example A-1001
             */
            merchantOrderNo: string;
            /**
             * @description `SELL`: a sale.
             * @example SELL
             * @constant
             */
            side: "SELL";
            /**
             * @description The status of the sale.
             * @example AWAITING_CRYPTO
             * @enum {string}
             */
            status: "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "EXPIRED" | "COMPLETED" | "REFUNDED";
            /**
             * @description Nothing more is expected, though a late payment may still come.
             * @example false
             */
            settled: boolean;
            /**
             * @description Nothing more happens: completed or refunded with no other page to pay on, never created, or no longer watched.
             * @example false
             */
            final: boolean;
            /**
             * @description A new trade may be made: the order came to nothing, or its page is no longer shown.
             * @example false
             */
            retryable: boolean;
            /**
             * @description Grows by one with each change.
             * @example 3
             */
            version: number;
            /**
             * Format: uri
             * @description Always null: a sale has no payment page here.
             * @example null
             */
            payUrl: string | null;
            /**
             * Format: date-time
             * @description Always null.
             * @example null
             */
            payUrlExpiresAt: string | null;
            /**
             * @description The provider's own number of the trade that decides the order's status: a paid one, else the newest.
             * @example 1059023474927243264
             */
            orderNo: string | null;
            /**
             * @description The provider's own status; null: none yet.
             * @example PENDING
             */
            rampStatus: string | null;
            /**
             * @description The currency of the payout, ISO 4217; null, here and below: not stated by the provider.
             * @example USD
             */
            fiat: string | null;
            /**
             * Format: decimal
             * @description Always null, like the next four: a sale is not ordered here. Its amounts are `cryptoAmount` and `fiatAmount`.
             * @example null
             */
            amount: string | null;
            /**
             * @description The cryptocurrency to sell.
             * @example USDT
             */
            crypto: string | null;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string | null;
            /**
             * @description Always null. The deposit address is `payoutAddress`.
             * @example null
             */
            address: string | null;
            /**
             * @description Always null.
             * @example null
             */
            memo: string | null;
            /**
             * @description Always null. The payout method is `paymentType`.
             * @example null
             */
            payWayCode: string | null;
            /**
             * @description Always null.
             * @example null
             */
            country: string | null;
            /**
             * Format: date-time
             * @description Time of creation in this service.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-31T12:03:10.250Z
             */
            updatedAt: string;
            /** @description The failure; null: none. */
            failure: components["schemas"]["Failure"] | null;
            /**
             * @description A mismatch is open; completion is not announced meanwhile.
             * @example false
             */
            inReview: boolean;
            /** @description Open mismatches; shown to API keys only. */
            reviewReasons?: components["schemas"]["ReviewReason"][];
            /** @description The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Metadata that your server has set; shown to the merchant's own servers only.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @description Its trades, oldest first. */
            trades: components["schemas"]["Trade"][];
            /**
             * Format: decimal
             * @description Fiat for one unit of crypto; null, here and below: the provider has not stated it.
             * @example 1.0012
             */
            cryptoPrice: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in `rampFeeUnit`.
             * @example 3.99
             */
            rampFee: string | null;
            /**
             * @description Hash of the transfer on the chain.
             * @example 0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b
             */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When the trade was made at the provider, by its clock.
             * @example 2026-01-31T12:00:01.000Z
             */
            rampCreatedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer paid, by the provider's clock; null: not yet, or it has not said.
             * @example 2026-01-31T12:02:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When the crypto was sent on its way.
             * @example 2026-01-31T12:03:00.000Z
             */
            transferredAt: string | null;
            /**
             * Format: date-time
             * @description When all was done.
             * @example 2026-01-31T12:03:10.000Z
             */
            completedAt: string | null;
            /**
             * Format: decimal
             * @description How much crypto the customer is to send.
             * @example 95
             */
            cryptoAmount: string | null;
            /**
             * Format: decimal
             * @description How much has come.
             * @example 95
             */
            cryptoActualAmount: string | null;
            /**
             * Format: decimal
             * @description The payout to the customer, service fee included.
             * @example 91.20
             */
            fiatAmount: string | null;
            /**
             * @description Where the customer has to send the crypto.
             * @example 0x8617E340B3D01FA5F11F306F4090FD50E238070D
             */
            payoutAddress: string | null;
            /**
             * @description The provider's page of the order.
             * @example https://provider.example/orders/1059023474927243264
             */
            orderPageUrl: string | null;
            /**
             * @description The provider's code of the way of payment.
             * @example 10001
             */
            paymentType: string | null;
            /**
             * @description The provider's words about what went wrong.
             * @example The bank returned the payout
             */
            failReason: string | null;
            /** @description The recipient of the payout; null: stored but not readable. */
            payee: components["schemas"]["Payee"] | null;
            /**
             * @description Lets a guest read this order only: send it in the header `X-Client-Secret`. null under the same conditions as for a
             *     purchase.
             * @example cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI
             */
            clientSecret: string | null;
        };
        PlacedEvent: {
            /**
             * @description The cursor after this event.
             * @example ZXZlbnRzOjQ3MTE
             */
            cursor: string;
            /** @description The event, as in webhooks. */
            event: components["schemas"]["OrderEvent"];
        };
        Events: {
            /** @description Events in feed order. */
            items: components["schemas"]["PlacedEvent"][];
            /**
             * @description The cursor of the next page; always present.
             * @example ZXZlbnRzOjQ3MTE
             */
            nextCursor: string;
            /**
             * @description False if this page reached the end of the feed.
             * @example false
             */
            hasMore: boolean;
        };
        ShownQuote: {
            /**
             * Format: decimal
             * @description How much crypto was promised.
             * @example 94.94
             */
            cryptoQuantity: string;
            /**
             * Format: decimal
             * @description How many per cent less is still accepted, 0 to 100; 1 when absent.
             * @example 1
             */
            tolerancePercent?: string | null;
        };
        CheckoutCustomer: {
            /**
             * @description The merchant's own id of the customer.
             * @example customer-4711
             */
            id?: string | null;
            /**
             * Format: email
             * @description Required if the payment provider issues access tokens by it. Stored encrypted; your staff finds orders by it.
             * @example jane@example.com
             */
            email?: string | null;
        };
        CheckoutRequest: {
            /**
             * @description 1 to 44 of `A-Z a-z 0-9 . _ -`, unique ignoring case, not ending in `-r` and digits, and not `export`. Made when absent.
             * @example A-1001
             */
            merchantOrderNo?: string | null;
            /**
             * @description The currency to pay with, ISO 4217.
             * @example USD
             */
            fiat: string;
            /**
             * Format: decimal
             * @description The amount of fiat to spend, with at most the currency's decimals.
             * @example 100.00
             */
            amount: string;
            /**
             * @description The provider's name of the cryptocurrency.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string;
            /**
             * @description Where the crypto goes: an address of that network.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address: string;
            /**
             * @description Required on some networks, such as BNB: see `memoRequired` in the list of cryptocurrencies. Empty: none.
             * @example 104857600
             */
            memo?: string | null;
            /**
             * @description The provider's code of a payment method.
             * @example 10001
             */
            payWayCode: string;
            /**
             * @description Where the customer lives: two letters, ISO 3166-1.
             * @example US
             */
            country: string;
            /**
             * @description Where the customer is sent after paying; its origin has to be allowed. `{merchantOrderNo}` is replaced.
             * @example https://shop.example/thanks?order={merchantOrderNo}
             */
            redirectUrl?: string | null;
            /**
             * @description Where the customer is sent when paying failed; `redirectUrl` when absent.
             * @example https://shop.example/cart
             */
            failRedirectUrl?: string | null;
            /**
             * @description Shown on the provider's result page; a single line.
             * @example Example Shop
             */
            merchantName?: string | null;
            /** @description The price that the customer was shown; the order is made only while it holds. */
            quote?: components["schemas"]["ShownQuote"] | null;
            /**
             * @description The customer's identity. Accepted from the merchant's own servers only; for callers with a token, the token names the
             *     customer.
             */
            customer?: components["schemas"]["CheckoutCustomer"] | null;
            /**
             * @description Free data to find the order by. Accepted from the merchant's own servers only; hidden from the provider and customers. A
             *     repeat does not change it: use `PATCH /v1/orders/:merchantOrderNo`.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string | null;
            } | null;
            /**
             * @description The customer's token at the provider. Accepted from the merchant's own servers only; never stored.
             * @example the-token-of-the-customer-at-the-provider
             */
            accessToken?: string | null;
            /**
             * @description The `link` parameter of a checkout page, signed by `POST /v1/checkout-links`. All fields that it fixes must be repeated
             *     here unchanged; any caller may use a number that it fixes.
             * @example eyJ0ZXJtcyI6eyJmaWF0IjoiRVVSIn19.1.c2lnbmVkIGJ5IHRoaXMgc2VydmljZSBhbmQgbm9ib2R5IGU
             */
            link?: string | null;
        };
        Checkout: {
            /**
             * @description The order's number.
             * @example A-1001
             */
            merchantOrderNo: string;
            /**
             * @description `BUY`: a purchase.
             * @example BUY
             * @constant
             */
            side: "BUY";
            /**
             * @description The status of the order.
             * @example AWAITING_PAYMENT
             * @enum {string}
             */
            status: "CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "CANCELLED" | "EXPIRED" | "REJECTED" | "PAID" | "TRANSFERRING" | "COMPLETED" | "REFUNDED";
            /**
             * @description Nothing more is expected, though a late payment may still come.
             * @example false
             */
            settled: boolean;
            /**
             * @description Nothing more happens: completed or refunded with no other page to pay on, never created, or no longer watched.
             * @example false
             */
            final: boolean;
            /**
             * @description A new trade may be made: the order came to nothing, or its page is no longer shown.
             * @example false
             */
            retryable: boolean;
            /**
             * @description Grows by one with each change.
             * @example 3
             */
            version: number;
            /**
             * Format: uri
             * @description The payment page; null if there is none, if it is no longer shown, or if the provider's record may belong to another
             *     purchase.
             * @example https://pay.provider.example/checkout/5f2b1c9e
             */
            payUrl: string | null;
            /**
             * Format: date-time
             * @description Time after which `payUrl` is no longer shown.
             * @example 2026-01-31T13:00:00.000Z
             */
            payUrlExpiresAt: string | null;
            /**
             * @description The provider's own number of the trade that decides the order's status: a paid one, else the newest.
             * @example 1059023474927243264
             */
            orderNo: string | null;
            /**
             * @description The provider's own status; null: none yet.
             * @example PENDING
             */
            rampStatus: string | null;
            /**
             * @description The currency of the payment, ISO 4217.
             * @example USD
             */
            fiat: string;
            /**
             * Format: decimal
             * @description The ordered amount in fiat, with the currency's decimals.
             * @example 100.00
             */
            amount: string;
            /**
             * @description The cryptocurrency to buy.
             * @example USDT
             */
            crypto: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network: string;
            /**
             * @description The customer's wallet address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address: string;
            /**
             * @description The memo that some networks need beside the address; null: none.
             * @example 104857600
             */
            memo: string | null;
            /**
             * @description The provider's code of the requested payment method.
             * @example 10001
             */
            payWayCode: string;
            /**
             * @description The customer's country of residence: two letters, ISO 3166-1.
             * @example US
             */
            country: string;
            /**
             * Format: decimal
             * @description The paid amount in fiat from the provider's record; null: not paid. A difference from `amount` opens a review.
             * @example 100.00
             */
            paidAmount: string | null;
            /**
             * Format: date-time
             * @description Time of creation in this service.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change.
             * @example 2026-01-31T12:03:10.250Z
             */
            updatedAt: string;
            /** @description The failure; null: none. */
            failure: components["schemas"]["Failure"] | null;
            /**
             * @description A mismatch is open; completion is not announced meanwhile.
             * @example false
             */
            inReview: boolean;
            /** @description Open mismatches; shown to API keys only. */
            reviewReasons?: components["schemas"]["ReviewReason"][];
            /** @description The customer, as named by your server or the customer's token; shown to the merchant's own servers only. */
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Metadata that your server has set; shown to the merchant's own servers only.
             * @example {
             *       "cart": "8841",
             *       "channel": "app"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @description Its trades, oldest first. */
            trades: components["schemas"]["Trade"][];
            /**
             * Format: decimal
             * @description How much crypto is bought.
             * @example 94.94
             */
            cryptoQuantity: string | null;
            /**
             * @description The currency of `rampFee`.
             * @example USD
             */
            rampFeeUnit: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in fiat.
             * @example 0.96
             */
            networkFee: string | null;
            /**
             * Format: decimal
             * @description The rebate in fiat.
             * @example 0.50
             */
            rebateFiatAmount: string | null;
            /**
             * Format: decimal
             * @description The same rebate in USD; never add the two.
             * @example 0.50
             */
            rebateUsdAmount: string | null;
            /**
             * Format: decimal
             * @description What was paid, in USD. Comes with completion, as do the next four.
             * @example 100.00
             */
            fiatInUSD: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in USD.
             * @example 3.99
             */
            rampFeeInUSD: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in the crypto that was bought.
             * @example 0.9588
             */
            cryptoNetworkFee: string | null;
            /**
             * Format: decimal
             * @description The network's fee, in USD.
             * @example 0.96
             */
            networkFeeInUSD: string | null;
            /**
             * Format: decimal
             * @description The received amount in USDT.
             * @example 94.94
             */
            cryptoAmountInUSDT: string | null;
            /**
             * @description The token's contract, where it has one.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            tokenAddress: string | null;
            /**
             * @description The provider's name of the way in which was paid.
             * @example VISA
             */
            payType: string | null;
            /**
             * Format: decimal
             * @description Fiat for one unit of crypto; null, here and below: the provider has not stated it.
             * @example 1.0012
             */
            cryptoPrice: string | null;
            /**
             * Format: decimal
             * @description The provider's fee, in `rampFeeUnit`.
             * @example 3.99
             */
            rampFee: string | null;
            /**
             * @description Hash of the transfer on the chain.
             * @example 0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b
             */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When the trade was made at the provider, by its clock.
             * @example 2026-01-31T12:00:01.000Z
             */
            rampCreatedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer paid, by the provider's clock; null: not yet, or it has not said.
             * @example 2026-01-31T12:02:00.000Z
             */
            paidAt: string | null;
            /**
             * Format: date-time
             * @description When the crypto was sent on its way.
             * @example 2026-01-31T12:03:00.000Z
             */
            transferredAt: string | null;
            /**
             * Format: date-time
             * @description When all was done.
             * @example 2026-01-31T12:03:10.000Z
             */
            completedAt: string | null;
            /**
             * @description Lets a guest read this order only: send it in the header `X-Client-Secret`, never in a URL. null in a repeat: it was
             *     revoked, the order ended days ago, or staff issued a guest another one.
             * @example cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI
             */
            clientSecret: string | null;
        };
        CheckoutLinkRequest: {
            /**
             * @description 1 to 44 of `A-Z a-z 0-9 . _ -`, unique ignoring case, not ending in `-r` and digits, and not `export`. Made when absent.
             * @example A-1001
             */
            merchantOrderNo?: string | null;
            /**
             * @description The currency to pay with, ISO 4217.
             * @example USD
             */
            fiat?: string;
            /**
             * Format: decimal
             * @description The amount of fiat to spend, with at most the currency's decimals.
             * @example 100.00
             */
            amount?: string;
            /**
             * @description The provider's name of the cryptocurrency.
             * @example USDT
             */
            crypto?: string;
            /**
             * @description The provider's name of the network.
             * @example ETH
             */
            network?: string;
            /**
             * @description Where the crypto goes: an address of that network.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address?: string;
            /**
             * @description Required on some networks, such as BNB: see `memoRequired` in the list of cryptocurrencies. Empty: none.
             * @example 104857600
             */
            memo?: string | null;
            /**
             * @description The provider's code of a payment method.
             * @example 10001
             */
            payWayCode?: string;
            /**
             * @description Where the customer lives: two letters, ISO 3166-1.
             * @example US
             */
            country?: string;
            /**
             * @description Where the customer is sent after paying; its origin has to be allowed. `{merchantOrderNo}` is replaced.
             * @example https://shop.example/thanks?order={merchantOrderNo}
             */
            redirectUrl?: string | null;
            /**
             * @description Where the customer is sent when paying failed; `redirectUrl` when absent.
             * @example https://shop.example/cart
             */
            failRedirectUrl?: string | null;
            /**
             * @description Shown on the provider's result page; a single line.
             * @example Example Shop
             */
            merchantName?: string | null;
            /**
             * @description Seconds for which an order can be made from the link; a day when absent, 30 days at most.
             * @default 86400
             * @example 3600
             */
            expiresIn?: number;
        };
        CheckoutLink: {
            /**
             * Format: uri
             * @description Where to send the customer.
             * @example https://pay.shop.example/checkout?link=eyJ0ZXJtcyI6eyJmaWF0IjoiRVVSIn19.1.c2lnbmVkIGJ5IHRoaXMgc2VydmljZSBhbmQgbm9ib2R5IGU
             */
            url: string;
            /**
             * Format: date-time
             * @description No order is made from the link after this time.
             * @example 2026-01-31T12:00:00.000Z
             */
            expiresAt: string;
        };
        RetryRequest: {
            /**
             * @description The provider's code of another payment method; unchanged when absent.
             * @example 10002
             */
            payWayCode?: string | null;
            /**
             * @description Number of the newest trade known to the caller: repeating the same retry then makes no second trade.
             * @example A-1001
             */
            after?: string | null;
        };
        StatusCount: {
            /**
             * @description The status.
             * @example COMPLETED
             * @enum {string}
             */
            status: "CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "PAID" | "TRANSFERRING" | "CANCELLED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "REFUNDED";
            /**
             * @description The number of orders.
             * @example 14
             */
            orders: number;
        };
        SideCount: {
            /**
             * @description Purchases or sales.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description The number of orders.
             * @example 18
             */
            orders: number;
        };
        Sum: {
            /**
             * @description The number of trades.
             * @example 14
             */
            trades: number;
            /**
             * Format: decimal
             * @description The sum.
             * @example 1250.00
             */
            amount: string;
            /**
             * @description The number of trades without a stated figure: the amount is a lower bound.
             * @example 0
             */
            unstated: number;
        };
        FiatSums: {
            /**
             * @description Purchases or sales.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description The currency; null: not stated.
             * @example USD
             */
            fiat: string | null;
            /**
             * @description The number of orders created.
             * @example 20
             */
            orders: number;
            /**
             * Format: decimal
             * @description The sum of the ordered amounts; sales have none.
             * @example 1250.00
             */
            asked: string;
            /** @description Paid trades that are not completed. */
            paid: components["schemas"]["Sum"];
            /** @description Completed trades. */
            completed: components["schemas"]["Sum"];
            /** @description Trades whose money (SELL: crypto) was returned: part of no other sum. */
            refunded: components["schemas"]["Sum"];
            /** @description The part of both whose order is in review: not reliable yet. */
            inReview: components["schemas"]["Sum"];
        };
        SumIn: {
            /**
             * @description The number of trades.
             * @example 14
             */
            trades: number;
            /**
             * Format: decimal
             * @description The sum.
             * @example 1250.00
             */
            amount: string;
            /**
             * @description The number of trades without a stated figure: the amount is a lower bound.
             * @example 0
             */
            unstated: number;
            /**
             * @description Purchases or sales.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description The currency; null: not stated.
             * @example USD
             */
            unit: string | null;
        };
        CryptoSum: {
            /**
             * @description The number of trades.
             * @example 14
             */
            trades: number;
            /**
             * Format: decimal
             * @description The sum.
             * @example 1250.00
             */
            amount: string;
            /**
             * @description The number of trades without a stated figure: the amount is a lower bound.
             * @example 0
             */
            unstated: number;
            /**
             * @description BUY: bought by customers. SELL: received from them.
             * @example BUY
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description The cryptocurrency; null: not stated.
             * @example USDT
             */
            crypto: string | null;
            /**
             * @description The network; null: not stated.
             * @example ETH
             */
            network: string | null;
        };
        KindCount: {
            /**
             * @description The kind.
             * @example field
             * @enum {string}
             */
            kind: "field" | "status" | "transition" | "unreadable" | "foreign" | "order_no_clash" | "vanished" | "double_payment" | "state";
            /**
             * @description The number.
             * @example 1
             */
            count: number;
        };
        MismatchCounts: {
            /**
             * @description Opened in the span.
             * @example 3
             */
            opened: number;
            /**
             * @description Resolved in the span, because the provider's answer no longer shows them.
             * @example 1
             */
            resolvedByProvider: number;
            /**
             * @description Resolved in the span by staff.
             * @example 1
             */
            resolvedByStaff: number;
            /** @description All open now. */
            openNow: components["schemas"]["KindCount"][];
        };
        DoublePayments: {
            /**
             * @description The number.
             * @example 1
             */
            orders: number;
            /**
             * @description At most 100 numbers of stored orders, oldest first.
             * @example [
             *       "A-1001"
             *     ]
             */
            numbers: string[];
        };
        OldestOpen: {
            /**
             * @description The order's number.
             * @example A-1001
             */
            merchantOrderNo: string;
            /**
             * @description The status.
             * @example TRANSFERRING
             * @enum {string}
             */
            status: "CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "PAID" | "TRANSFERRING" | "CANCELLED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "REFUNDED";
            /**
             * Format: date-time
             * @description The time of creation.
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Its age in milliseconds.
             * @example 5400000
             */
            ageMs: number;
        };
        RemovedOrders: {
            /**
             * @description The number of orders, which all other figures include.
             * @example 0
             */
            orders: number;
            /**
             * @description Months that the span covers only in part: their removed orders are in no figure, since they are counted by month.
             * @example [
             *       "2026-01"
             *     ]
             */
            monthsLeftOut: string[];
        };
        Report: {
            /**
             * Format: date-time
             * @description The time of all figures.
             * @example 2026-02-01T00:00:00.000Z
             */
            generatedAt: string;
            /**
             * Format: date-time
             * @description The start of the span; null: the first order.
             * @example 2026-01-01T00:00:00.000Z
             */
            from: string | null;
            /**
             * Format: date-time
             * @description The end of the span, exclusive; null: now.
             * @example 2026-02-01T00:00:00.000Z
             */
            to: string | null;
            /**
             * @description Buckets, statuses and sides each add up to the orders; false: do not use the report until that is explained.
             * @example true
             */
            balanced: boolean;
            /**
             * @description The number of orders created in the span.
             * @example 20
             */
            orders: number;
            /** @description The number of orders by bucket: each is in exactly one, the first that applies. */
            buckets?: {
                /**
                 * @description Something does not fit.
                 * @example 0
                 */
                in_review: number;
                /**
                 * @description Every trade was refused, or never created.
                 * @example 0
                 */
                never_created: number;
                /**
                 * @description Nobody has answered for too long, or they are too old.
                 * @example 0
                 */
                overdue: number;
                /**
                 * @description They go on.
                 * @example 0
                 */
                open: number;
                /**
                 * @description The money went back.
                 * @example 0
                 */
                refunded: number;
                /**
                 * @description Nothing more is expected.
                 * @example 20
                 */
                ended: number;
            } & {
                [key: string]: number;
            };
            /** @description The number of orders by status. */
            byStatus: components["schemas"]["StatusCount"][];
            /** @description The number of purchases and sales. */
            bySide: components["schemas"]["SideCount"][];
            /** @description Payments by and to customers, by side and currency. */
            fiat: components["schemas"]["FiatSums"][];
            /** @description The provider's fees of completed trades, in the unit that it names, else in the trade's currency. */
            rampFees: components["schemas"]["SumIn"][];
            /** @description The network's fees of completed trades, in the trade's currency. */
            networkFees: components["schemas"]["SumIn"][];
            /** @description Rebates of completed trades, in the trade's currency. */
            rebates: components["schemas"]["SumIn"][];
            /** @description The same rebates in USD; don't add the two. */
            rebatesUsd: components["schemas"]["SumIn"][];
            /** @description Crypto of completed trades. */
            crypto: components["schemas"]["CryptoSum"][];
            /** @description Mismatches of all orders. */
            mismatches: components["schemas"]["MismatchCounts"];
            /** @description Orders paid more than once. */
            doublePayments: components["schemas"]["DoublePayments"];
            /** @description The oldest unfinished order; null: none. */
            oldestOpen: components["schemas"]["OldestOpen"] | null;
            /** @description Orders that retention removed. */
            removed: components["schemas"]["RemovedOrders"];
        };
        /** @description A purchase, or a sale. */
        Order: components["schemas"]["BuyOrder"] | components["schemas"]["SellOrder"];
        /** @description `order.created` */
        OrderCreatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.created";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.updated` */
        OrderUpdatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.updated";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.paid` */
        OrderPaidEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.paid";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.completed` */
        OrderCompletedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.completed";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.payment_failed` */
        OrderPaymentFailedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.payment_failed";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.expired` */
        OrderExpiredEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.expired";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.refunded` */
        OrderRefundedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.refunded";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.in_review` */
        OrderInReviewEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.in_review";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `order.review_resolved` */
        OrderReviewResolvedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "order.review_resolved";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["BuyOrder"];
        };
        /** @description `sell_order.created` */
        SellOrderCreatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.created";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.updated` */
        SellOrderUpdatedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.updated";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.paid` */
        SellOrderPaidEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.paid";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.completed` */
        SellOrderCompletedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.completed";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.payment_failed` */
        SellOrderPaymentFailedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.payment_failed";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.expired` */
        SellOrderExpiredEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.expired";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.refunded` */
        SellOrderRefundedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.refunded";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.in_review` */
        SellOrderInReviewEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.in_review";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `sell_order.review_resolved` */
        SellOrderReviewResolvedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sell_order.review_resolved";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["SellOrder"];
        };
        /** @description `mismatch.opened` */
        MismatchOpenedEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "mismatch.opened";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The order at the time of sending, without its page: several events may carry the same `version`. */
            data: components["schemas"]["Order"];
        };
        /** @description An event of an order. `type` names it; decide on delivery by `data`. Later versions may have more types. */
        OrderEvent: components["schemas"]["OrderCreatedEvent"] | components["schemas"]["OrderUpdatedEvent"] | components["schemas"]["OrderPaidEvent"] | components["schemas"]["OrderCompletedEvent"] | components["schemas"]["OrderPaymentFailedEvent"] | components["schemas"]["OrderExpiredEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["OrderInReviewEvent"] | components["schemas"]["OrderReviewResolvedEvent"] | components["schemas"]["SellOrderCreatedEvent"] | components["schemas"]["SellOrderUpdatedEvent"] | components["schemas"]["SellOrderPaidEvent"] | components["schemas"]["SellOrderCompletedEvent"] | components["schemas"]["SellOrderPaymentFailedEvent"] | components["schemas"]["SellOrderExpiredEvent"] | components["schemas"]["SellOrderRefundedEvent"] | components["schemas"]["SellOrderInReviewEvent"] | components["schemas"]["SellOrderReviewResolvedEvent"] | components["schemas"]["MismatchOpenedEvent"];
        /** @description `endpoint.disabled` */
        EndpointDisabledEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type.
             * @example endpoint.disabled
             * @constant
             */
            type: "endpoint.disabled";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The endpoint that is told nothing more. */
            data: {
                /**
                 * Format: uuid
                 * @description The endpoint.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                endpointId: string;
                /**
                 * Format: uri
                 * @description Its address.
                 * @example https://shop.example/webhooks/ramp
                 */
                url: string;
                /**
                 * @description The reason for being disabled.
                 * @example failing
                 * @enum {string}
                 */
                reason: "failing" | "gone" | "staff" | "setting";
            };
        };
        /** @description `report.daily` */
        ReportDailyEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type.
             * @example report.daily
             * @constant
             */
            type: "report.daily";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The report of a UTC day that has ended. */
            data: components["schemas"]["Report"];
        };
        /** @description `endpoint.test` */
        EndpointTestEvent: {
            /**
             * Format: uuid
             * @description Id of the event, the same in every delivery.
             * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
             */
            id: string;
            /**
             * @description The event type.
             * @example endpoint.test
             * @constant
             */
            type: "endpoint.test";
            /**
             * Format: date-time
             * @description The time of the event.
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @description The endpoint that is tested. */
            data: {
                /**
                 * Format: uuid
                 * @description The endpoint.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                endpointId: string;
            };
        };
        /** @description The request is not valid. */
        InvalidRequestProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:invalid_request
             * @constant
             */
            type: "urn:ramp-checkout:problem:invalid_request";
            /**
             * @description The code in words, in English.
             * @example The request is not valid
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 400
             * @constant
             */
            status: 400;
            /**
             * @description The fault of this request, in English.
             * @example Invalid fields: amount.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "invalid_request";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors?: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description Authentication is required. */
        UnauthenticatedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:unauthenticated
             * @constant
             */
            type: "urn:ramp-checkout:problem:unauthenticated";
            /**
             * @description The code in words, in English.
             * @example Authentication is required
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 401
             * @constant
             */
            status: 401;
            /**
             * @description The fault of this request, in English.
             * @example Authentication is required.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "unauthenticated";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description Permission denied. */
        ForbiddenProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:forbidden
             * @constant
             */
            type: "urn:ramp-checkout:problem:forbidden";
            /**
             * @description The code in words, in English.
             * @example Permission denied
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 403
             * @constant
             */
            status: 403;
            /**
             * @description The fault of this request, in English.
             * @example You do not have permission to perform this action.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "forbidden";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description A challenge must be solved. */
        ChallengeRequiredProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:challenge_required
             * @constant
             */
            type: "urn:ramp-checkout:problem:challenge_required";
            /**
             * @description The code in words, in English.
             * @example A challenge must be solved
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 403
             * @constant
             */
            status: 403;
            /**
             * @description The fault of this request, in English.
             * @example Guests must solve a challenge and send its response as X-Challenge-Response. Each works once.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "challenge_required";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description Not found. */
        NotFoundProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:not_found
             * @constant
             */
            type: "urn:ramp-checkout:problem:not_found";
            /**
             * @description The code in words, in English.
             * @example Not found
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 404
             * @constant
             */
            status: 404;
            /**
             * @description The fault of this request, in English.
             * @example Order not found.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "not_found";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The method is not allowed. */
        MethodNotAllowedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:method_not_allowed
             * @constant
             */
            type: "urn:ramp-checkout:problem:method_not_allowed";
            /**
             * @description The code in words, in English.
             * @example The method is not allowed
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 405
             * @constant
             */
            status: 405;
            /**
             * @description The fault of this request, in English.
             * @example This URL does not support this method.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "method_not_allowed";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The request timed out. */
        RequestTimeoutProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:request_timeout
             * @constant
             */
            type: "urn:ramp-checkout:problem:request_timeout";
            /**
             * @description The code in words, in English.
             * @example The request timed out
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 408
             * @constant
             */
            status: 408;
            /**
             * @description The fault of this request, in English.
             * @example The request was not received in time.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "request_timeout";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The order number is taken. */
        MerchantOrderNoConflictProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:merchant_order_no_conflict
             * @constant
             */
            type: "urn:ramp-checkout:problem:merchant_order_no_conflict";
            /**
             * @description The code in words, in English.
             * @example The order number is taken
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example This order number is already used by a different order.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "merchant_order_no_conflict";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors?: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
        };
        /** @description The order cannot be retried. */
        OrderNotRetryableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:order_not_retryable
             * @constant
             */
            type: "urn:ramp-checkout:problem:order_not_retryable";
            /**
             * @description The code in words, in English.
             * @example The order cannot be retried
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example The order is still in progress or already paid, and cannot be retried.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "order_not_retryable";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The order is in review. */
        OrderInReviewProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:order_in_review
             * @constant
             */
            type: "urn:ramp-checkout:problem:order_in_review";
            /**
             * @description The code in words, in English.
             * @example The order is in review
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example This order is being checked. Try again later.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "order_in_review";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description An order has not ended. */
        OrderNotEndedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:order_not_ended
             * @constant
             */
            type: "urn:ramp-checkout:problem:order_not_ended";
            /**
             * @description The code in words, in English.
             * @example An order has not ended
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example Orders of this customer are still open or in review. The customer can be forgotten once they have ended.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "order_not_ended";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description The orders that this is about, at most 100 of them.
             * @example [
             *       "A-1001",
             *       "A-1002"
             *     ]
             */
            merchantOrderNos: string[];
        };
        /** @description The key cannot be rotated. */
        KeyNotRotatableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:key_not_rotatable
             * @constant
             */
            type: "urn:ramp-checkout:problem:key_not_rotatable";
            /**
             * @description The code in words, in English.
             * @example The key cannot be rotated
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example The API key was revoked. Create a new one.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "key_not_rotatable";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description It is kept by the settings. */
        KeptBySettingsProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:kept_by_settings
             * @constant
             */
            type: "urn:ramp-checkout:problem:kept_by_settings";
            /**
             * @description The code in words, in English.
             * @example It is kept by the settings
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             * @constant
             */
            status: 409;
            /**
             * @description The fault of this request, in English.
             * @example This endpoint is as WEBHOOK_URL, WEBHOOK_SECRET and WEBHOOK_EVENTS say. Change the settings and restart the workers.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "kept_by_settings";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The cursor has expired. */
        CursorExpiredProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:cursor_expired
             * @constant
             */
            type: "urn:ramp-checkout:problem:cursor_expired";
            /**
             * @description The code in words, in English.
             * @example The cursor has expired
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 410
             * @constant
             */
            status: 410;
            /**
             * @description The fault of this request, in English.
             * @example Events behind this cursor are no longer kept, or the database was restored. Get a new cursor with after=latest, read your orders, then go on from it.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "cursor_expired";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The body is too large. */
        PayloadTooLargeProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:payload_too_large
             * @constant
             */
            type: "urn:ramp-checkout:problem:payload_too_large";
            /**
             * @description The code in words, in English.
             * @example The body is too large
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 413
             * @constant
             */
            status: 413;
            /**
             * @description The fault of this request, in English.
             * @example The request body must not exceed 8 KiB, or 64 KiB from servers where metadata is allowed.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "payload_too_large";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The URL is too long. */
        UriTooLongProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:uri_too_long
             * @constant
             */
            type: "urn:ramp-checkout:problem:uri_too_long";
            /**
             * @description The code in words, in English.
             * @example The URL is too long
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 414
             * @constant
             */
            status: 414;
            /**
             * @description The fault of this request, in English.
             * @example The URL must not exceed 4096 characters.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "uri_too_long";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The media type is not supported. */
        UnsupportedMediaTypeProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:unsupported_media_type
             * @constant
             */
            type: "urn:ramp-checkout:problem:unsupported_media_type";
            /**
             * @description The code in words, in English.
             * @example The media type is not supported
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 415
             * @constant
             */
            status: 415;
            /**
             * @description The fault of this request, in English.
             * @example Send the request body as application/json in UTF-8.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "unsupported_media_type";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The amount has too many decimal places. */
        AmountPrecisionProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:amount_precision
             * @constant
             */
            type: "urn:ramp-checkout:problem:amount_precision";
            /**
             * @description The code in words, in English.
             * @example The amount has too many decimal places
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example Amounts in USD must have at most 2 decimal places.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "amount_precision";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
        };
        /** @description The amount is out of range. */
        AmountOutOfRangeProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:amount_out_of_range
             * @constant
             */
            type: "urn:ramp-checkout:problem:amount_out_of_range";
            /**
             * @description The code in words, in English.
             * @example The amount is out of range
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example The amount must be from 15 to 2000 USD.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "amount_out_of_range";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * Format: decimal
             * @description The smallest amount, in fiat for a purchase, in crypto for a sale; null: it is not known.
             * @example 15
             */
            min: string | null;
            /**
             * Format: decimal
             * @description The largest amount, in fiat for a purchase, in crypto for a sale; null: it is not known.
             * @example 2000
             */
            max: string | null;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The cryptocurrency is not available. */
        CryptoNotAvailableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:crypto_not_available
             * @constant
             */
            type: "urn:ramp-checkout:problem:crypto_not_available";
            /**
             * @description The code in words, in English.
             * @example The cryptocurrency is not available
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example This cryptocurrency is not available for this currency and network.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "crypto_not_available";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The payment method is not available. */
        PayWayNotAvailableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:pay_way_not_available
             * @constant
             */
            type: "urn:ramp-checkout:problem:pay_way_not_available";
            /**
             * @description The code in words, in English.
             * @example The payment method is not available
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example This payment method is not available for this purchase.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "pay_way_not_available";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The address is not valid. */
        AddressInvalidProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:address_invalid
             * @constant
             */
            type: "urn:ramp-checkout:problem:address_invalid";
            /**
             * @description The code in words, in English.
             * @example The address is not valid
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example The address is not valid on this network.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "address_invalid";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The address is considered risky. */
        AddressAtRiskProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:address_at_risk
             * @constant
             */
            type: "urn:ramp-checkout:problem:address_at_risk";
            /**
             * @description The code in words, in English.
             * @example The address is considered risky
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example The payment provider does not send to this address. Use a different address.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "address_at_risk";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description A memo is required. */
        MemoRequiredProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:memo_required
             * @constant
             */
            type: "urn:ramp-checkout:problem:memo_required";
            /**
             * @description The code in words, in English.
             * @example A memo is required
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example Payments on BNB require a memo.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "memo_required";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
        };
        /** @description The redirect URL is not allowed. */
        RedirectNotAllowedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:redirect_not_allowed
             * @constant
             */
            type: "urn:ramp-checkout:problem:redirect_not_allowed";
            /**
             * @description The code in words, in English.
             * @example The redirect URL is not allowed
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example Redirects to this URL are not allowed.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "redirect_not_allowed";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
        };
        /** @description The price has changed. */
        QuoteMovedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:quote_moved
             * @constant
             */
            type: "urn:ramp-checkout:problem:quote_moved";
            /**
             * @description The code in words, in English.
             * @example The price has changed
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example The price has changed since it was quoted. Confirm the new price and try again.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "quote_moved";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo: string;
            /** @description The price of now; null: there is none. */
            quote: components["schemas"]["Quote"] | null;
        };
        /** @description The provider rejected the request. */
        RampRefusedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:ramp_refused
             * @constant
             */
            type: "urn:ramp-checkout:problem:ramp_refused";
            /**
             * @description The code in words, in English.
             * @example The provider rejected the request
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 422
             * @constant
             */
            status: 422;
            /**
             * @description The fault of this request, in English.
             * @example The payment provider rejected the request.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "ramp_refused";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description Too many requests. */
        RateLimitedProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:rate_limited
             * @constant
             */
            type: "urn:ramp-checkout:problem:rate_limited";
            /**
             * @description The code in words, in English.
             * @example Too many requests
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 429
             * @constant
             */
            status: 429;
            /**
             * @description The fault of this request, in English.
             * @example Too many requests. Wait before you try again.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "rate_limited";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The headers are too large. */
        HeadersTooLargeProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:headers_too_large
             * @constant
             */
            type: "urn:ramp-checkout:problem:headers_too_large";
            /**
             * @description The code in words, in English.
             * @example The headers are too large
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 431
             * @constant
             */
            status: 431;
            /**
             * @description The fault of this request, in English.
             * @example The URL and headers together must not exceed 16 KiB.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "headers_too_large";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description Internal error. */
        InternalProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:internal
             * @constant
             */
            type: "urn:ramp-checkout:problem:internal";
            /**
             * @description The code in words, in English.
             * @example Internal error
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 500
             * @constant
             */
            status: 500;
            /**
             * @description The fault of this request, in English.
             * @example An unexpected error occurred. Report it with the traceId of this response.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "internal";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description The provider connection is misconfigured. */
        RampConfigurationProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:ramp_configuration
             * @constant
             */
            type: "urn:ramp-checkout:problem:ramp_configuration";
            /**
             * @description The code in words, in English.
             * @example The provider connection is misconfigured
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 502
             * @constant
             */
            status: 502;
            /**
             * @description The fault of this request, in English.
             * @example The connection to the payment provider is misconfigured. The operator must fix it.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "ramp_configuration";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /** @description The wrong fields, at most 50. */
            errors?: {
                /**
                 * @description Path of the field in the body, or name of the parameter or header.
                 * @example quote.tolerancePercent
                 */
                field: string;
                /**
                 * @description The fault, in English.
                 * @example must be a decimal string from 0 to 100, such as "1.5"
                 */
                message: string;
            }[];
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The provider sent an invalid response. */
        RampProtocolProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:ramp_protocol
             * @constant
             */
            type: "urn:ramp-checkout:problem:ramp_protocol";
            /**
             * @description The code in words, in English.
             * @example The provider sent an invalid response
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 502
             * @constant
             */
            status: 502;
            /**
             * @description The fault of this request, in English.
             * @example The payment provider sent an invalid response.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "ramp_protocol";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The provider cannot be reached. */
        RampUnavailableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:ramp_unavailable
             * @constant
             */
            type: "urn:ramp-checkout:problem:ramp_unavailable";
            /**
             * @description The code in words, in English.
             * @example The provider cannot be reached
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 503
             * @constant
             */
            status: 503;
            /**
             * @description The fault of this request, in English.
             * @example The payment provider cannot be reached at the moment. Try again shortly.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "ramp_unavailable";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
            /**
             * @description The order that this is about; its number may be used again.
             * @example A-1001
             */
            merchantOrderNo?: string;
            /** @description The provider's message. For staff and servers only. */
            ramp?: {
                /**
                 * @description The provider’s code; null: it gave none.
                 * @example 3102
                 */
                returnCode: string | null;
                /**
                 * @description The provider’s words; null: it had none.
                 * @example Quote amount exceed the range
                 */
                returnMsg: string | null;
                /**
                 * @description The provider’s name of its answer; null: it gave none.
                 * @example 5f2b1c9e
                 */
                traceId: string | null;
            };
        };
        /** @description The service is temporarily unavailable. */
        UnavailableProblem: {
            /**
             * @description A stable name for the code; not an address.
             * @example urn:ramp-checkout:problem:unavailable
             * @constant
             */
            type: "urn:ramp-checkout:problem:unavailable";
            /**
             * @description The code in words, in English.
             * @example The service is temporarily unavailable
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 503
             * @constant
             */
            status: 503;
            /**
             * @description The fault of this request, in English.
             * @example The service cannot reach its database. Try again shortly.
             */
            detail: string;
            /**
             * @description Stable; decide by it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            code: "unavailable";
            /**
             * @description Identifies the request in the logs; also in the header `x-request-id`.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId: string;
        };
        /** @description Any problem, in the form of RFC 9457. Decide by `code`. */
        Problem: components["schemas"]["InvalidRequestProblem"] | components["schemas"]["UnauthenticatedProblem"] | components["schemas"]["ForbiddenProblem"] | components["schemas"]["ChallengeRequiredProblem"] | components["schemas"]["NotFoundProblem"] | components["schemas"]["MethodNotAllowedProblem"] | components["schemas"]["RequestTimeoutProblem"] | components["schemas"]["MerchantOrderNoConflictProblem"] | components["schemas"]["OrderNotRetryableProblem"] | components["schemas"]["OrderInReviewProblem"] | components["schemas"]["OrderNotEndedProblem"] | components["schemas"]["KeyNotRotatableProblem"] | components["schemas"]["KeptBySettingsProblem"] | components["schemas"]["CursorExpiredProblem"] | components["schemas"]["PayloadTooLargeProblem"] | components["schemas"]["UriTooLongProblem"] | components["schemas"]["UnsupportedMediaTypeProblem"] | components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AmountOutOfRangeProblem"] | components["schemas"]["CryptoNotAvailableProblem"] | components["schemas"]["PayWayNotAvailableProblem"] | components["schemas"]["AddressInvalidProblem"] | components["schemas"]["AddressAtRiskProblem"] | components["schemas"]["MemoRequiredProblem"] | components["schemas"]["RedirectNotAllowedProblem"] | components["schemas"]["QuoteMovedProblem"] | components["schemas"]["RampRefusedProblem"] | components["schemas"]["RateLimitedProblem"] | components["schemas"]["HeadersTooLargeProblem"] | components["schemas"]["InternalProblem"] | components["schemas"]["RampConfigurationProblem"] | components["schemas"]["RampProtocolProblem"] | components["schemas"]["RampUnavailableProblem"] | components["schemas"]["UnavailableProblem"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in the logs; the `traceId` of a problem.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        RequestId: string;
        /**
         * @description Seconds until a retry may succeed.
         * @example 2
         */
        RetryAfter: number;
        /**
         * @description The URL of the order.
         * @example /v1/orders/A-1001
         */
        OrderLocation: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    cryptos_list: {
        parameters: {
            query?: {
                /**
                 * @description The currency of the limits, ISO 4217.
                 * @example EUR
                 */
                fiat?: string;
                /**
                 * @description Only pairs that are enabled for this side.
                 * @example BUY
                 */
                side?: "BUY" | "SELL";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list; `asOf` says how old it is. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cryptos"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `crypto_not_available`: The cryptocurrency is not available. `ramp_refused`: The provider rejected the request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["CryptoNotAvailableProblem"] | components["schemas"]["RampRefusedProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `ramp_configuration`: The provider connection is misconfigured. `ramp_protocol`: The provider sent an invalid response. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RampConfigurationProblem"] | components["schemas"]["RampProtocolProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. `ramp_unavailable`: The provider cannot be reached. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"] | components["schemas"]["RampUnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quotes_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteRequest"];
            };
        };
        responses: {
            /** @description Always a list, the best one first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quotes"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `amount_precision`: The amount has too many decimal places. `amount_out_of_range`: The amount is out of range. `crypto_not_available`: The cryptocurrency is not available. `pay_way_not_available`: The payment method is not available. `ramp_refused`: The provider rejected the request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AmountOutOfRangeProblem"] | components["schemas"]["CryptoNotAvailableProblem"] | components["schemas"]["PayWayNotAvailableProblem"] | components["schemas"]["RampRefusedProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `ramp_configuration`: The provider connection is misconfigured. `ramp_protocol`: The provider sent an invalid response. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RampConfigurationProblem"] | components["schemas"]["RampProtocolProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. `ramp_unavailable`: The provider cannot be reached. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"] | components["schemas"]["RampUnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orders_list: {
        parameters: {
            query?: {
                /**
                 * @description The page size: 1 to 200, 50 by default.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Statuses to match: comma-separated, or a repeated parameter.
                 * @example [
                 *       "PAID",
                 *       "TRANSFERRING"
                 *     ]
                 */
                status?: ("CREATING" | "AWAITING_PAYMENT" | "PAYMENT_FAILED" | "PAID" | "TRANSFERRING" | "CANCELLED" | "COMPLETED" | "REJECTED" | "EXPIRED" | "REGISTERED" | "AWAITING_CRYPTO" | "CRYPTO_RECEIVED" | "PAYOUT_STARTED" | "PAYOUT_FAILED" | "REFUNDED")[];
                /**
                 * @description Purchases or sales.
                 * @example BUY
                 */
                side?: "BUY" | "SELL";
                /**
                 * @description The order's number or its beginning; or exactly a trade's number, the provider's `orderNo`, a transaction hash, the
                 *     customer's id, or a wallet address (the customer's, or a sale's deposit address) in any usual spelling. Case-sensitive
                 *     only for `orderNo` and the customer's id. Staff also finds by an e-mail address (the customer's, or a sale's payee's).
                 * @example A-10
                 */
                text?: string;
                /**
                 * @description Metadata to match: `metadata[cart]=8841`, once per name.
                 * @example {
                 *       "cart": "8841"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Changed at or after this moment.
                 * @example 2026-01-31
                 */
                updatedFrom?: string;
                /**
                 * @description `created`: newest first. `updated`: by each order's newest change, oldest first, to catch up; changes are kept for 30
                 *     days.
                 * @example updated
                 */
                order?: "created" | "updated";
                /**
                 * @description `nextCursor` of the previous page of a list in the same order.
                 * @example WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ
                 */
                cursor?: string;
                /**
                 * @description The merchant's own id of the customer.
                 * @example customer-4711
                 */
                customer?: string;
                /**
                 * @description Created at or after this moment: a day (its midnight, UTC) or an RFC 3339 time.
                 * @example 2026-01-31
                 */
                createdFrom?: string;
                /**
                 * @description Created before this moment.
                 * @example 2026-01-31T12:00:00Z
                 */
                createdTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `cursor_expired`: The cursor has expired. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["CursorExpiredProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orders_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order’s number.
                 * @example A-1001
                 */
                merchantOrderNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A purchase, or a sale. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NotFoundProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orders_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order’s number.
                 * @example A-1001
                 */
                merchantOrderNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderNotes"];
            };
        };
        responses: {
            /** @description The order with its metadata. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NotFoundProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sellorders_register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderRequest"];
            };
        };
        responses: {
            /** @description The same sale again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["OrderLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredSale"];
                };
            };
            /** @description The sale is watched from now on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["OrderLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredSale"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `merchant_order_no_conflict`: The order number is taken. `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["MerchantOrderNoConflictProblem"] | components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orderevents_follow: {
        parameters: {
            query?: {
                /**
                 * @description The field of the order at which the stream ends.
                 * @example final
                 */
                until?: "settled" | "final";
            };
            header?: {
                /**
                 * @description The `id` of the newest event that was seen: it is not sent again, unless the database lost commits in the last hour.
                 * @example 3
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description The order’s number.
                 * @example A-1001
                 */
                merchantOrderNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `order`: `id` is the order’s `version`, `data` the order as `GET /v1/orders/{merchantOrderNo}` gives it, in one line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example retry: 2000
                     *
                     *     event: order
                     *     id: 3
                     *     data: {"merchantOrderNo":"A-1001","status":"AWAITING_PAYMENT","version":3,"settled":false,"final":false}
                     *
                     *     :
                     *
                     *     event: order
                     *     id: 6
                     *     data: {"merchantOrderNo":"A-1001","status":"COMPLETED","version":6,"settled":true,"final":true}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description The order is settled, or with `until=final` final, and `Last-Event-ID` is its version. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NotFoundProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    events_events: {
        parameters: {
            query?: {
                /**
                 * @description The page size: 1 to 200, 50 by default.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description Events after this `nextCursor` or event `cursor`. `latest`: the present end. Default: the oldest kept.
                 * @example ZXZlbnRzOjQ3MTE
                 */
                after?: string;
                /**
                 * @description Only these event names, separated by commas.
                 * @example order.paid,order.completed
                 */
                types?: string;
                /**
                 * @description How many seconds to wait for an event if there is none, 0 to 30.
                 * @example 25
                 */
                wait?: number;
            };
            header?: {
                /**
                 * @description With `text/event-stream`: the `id` that was seen last.
                 * @example ZXZlbnRzOjQ3MTE
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the feed, or the feed as it goes on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                    /**
                     * @example retry: 2000
                     *
                     *     event: order.paid
                     *     id: ZXZlbnRzOjQ3MTE
                     *     data: {"id":"6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10","type":"order.paid","timestamp":"2026-01-31T12:00:00.000Z","data":{"merchantOrderNo":"A-1001","status":"PAID","version":4}}
                     *
                     *     :
                     *
                     *     id: ZXZlbnRzOjQ3MTI
                     */
                    "text/event-stream": string;
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `cursor_expired`: The cursor has expired. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["CursorExpiredProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkout_create: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For guests, if the operator requires it: the response of a solved challenge, as its widget returns it. Valid for one order: repeats need none.
                 * @example XXXX.DUMMY.TOKEN.XXXX
                 */
                "X-Challenge-Response"?: string;
                /**
                 * @description Makes repeats of a request without a number safe: the same key of the same caller is the same order. 1 to 255 printable characters; for guests 21 to 255 of `A-Z a-z 0-9 + / _ = -`, which must be random, because the key gives access to the order. Use a version 4 UUID. Ignored if the body has a number.
                 * @example 0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutRequest"];
            };
        };
        responses: {
            /** @description The same order again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["OrderLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description The order was made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["OrderLocation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description The outcome is not known yet; `payUrl` is null. Poll again later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["OrderLocation"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. `challenge_required`: A challenge must be solved. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"] | components["schemas"]["ChallengeRequiredProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `merchant_order_no_conflict`: The order number is taken. `order_not_retryable`: The order cannot be retried. `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["MerchantOrderNoConflictProblem"] | components["schemas"]["OrderNotRetryableProblem"] | components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `amount_precision`: The amount has too many decimal places. `amount_out_of_range`: The amount is out of range. `crypto_not_available`: The cryptocurrency is not available. `pay_way_not_available`: The payment method is not available. `address_invalid`: The address is not valid. `address_at_risk`: The address is considered risky. `memo_required`: A memo is required. `redirect_not_allowed`: The redirect URL is not allowed. `quote_moved`: The price has changed. `ramp_refused`: The provider rejected the request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AmountOutOfRangeProblem"] | components["schemas"]["CryptoNotAvailableProblem"] | components["schemas"]["PayWayNotAvailableProblem"] | components["schemas"]["AddressInvalidProblem"] | components["schemas"]["AddressAtRiskProblem"] | components["schemas"]["MemoRequiredProblem"] | components["schemas"]["RedirectNotAllowedProblem"] | components["schemas"]["QuoteMovedProblem"] | components["schemas"]["RampRefusedProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `ramp_configuration`: The provider connection is misconfigured. `ramp_protocol`: The provider sent an invalid response. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RampConfigurationProblem"] | components["schemas"]["RampProtocolProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. `ramp_unavailable`: The provider cannot be reached. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"] | components["schemas"]["RampUnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkoutlinks_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutLinkRequest"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `amount_precision`: The amount has too many decimal places. `address_invalid`: The address is not valid. `memo_required`: A memo is required. `redirect_not_allowed`: The redirect URL is not allowed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AmountPrecisionProblem"] | components["schemas"]["AddressInvalidProblem"] | components["schemas"]["MemoRequiredProblem"] | components["schemas"]["RedirectNotAllowedProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retry_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order’s number.
                 * @example A-1001
                 */
                merchantOrderNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryRequest"];
            };
        };
        responses: {
            /** @description The trade that this retry repeats. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyOrder"];
                };
            };
            /** @description The order with its new trade. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyOrder"];
                };
            };
            /** @description The outcome is not known yet; `payUrl` is null. Poll again later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyOrder"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            /** @description `unauthenticated`: Authentication is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnauthenticatedProblem"];
                };
            };
            /** @description `forbidden`: Permission denied. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ForbiddenProblem"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["NotFoundProblem"];
                };
            };
            /** @description `request_timeout`: The request timed out. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RequestTimeoutProblem"];
                };
            };
            /** @description `order_not_retryable`: The order cannot be retried. `order_in_review`: The order is in review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["OrderNotRetryableProblem"] | components["schemas"]["OrderInReviewProblem"];
                };
            };
            /** @description `payload_too_large`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                };
            };
            /** @description `uri_too_long`: The URL is too long. */
            414: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UriTooLongProblem"];
                };
            };
            /** @description `unsupported_media_type`: The media type is not supported. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
                };
            };
            /** @description `amount_out_of_range`: The amount is out of range. `memo_required`: A memo is required. `redirect_not_allowed`: The redirect URL is not allowed. `crypto_not_available`: The cryptocurrency is not available. `pay_way_not_available`: The payment method is not available. `address_invalid`: The address is not valid. `address_at_risk`: The address is considered risky. `ramp_refused`: The provider rejected the request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["AmountOutOfRangeProblem"] | components["schemas"]["MemoRequiredProblem"] | components["schemas"]["RedirectNotAllowedProblem"] | components["schemas"]["CryptoNotAvailableProblem"] | components["schemas"]["PayWayNotAvailableProblem"] | components["schemas"]["AddressInvalidProblem"] | components["schemas"]["AddressAtRiskProblem"] | components["schemas"]["RampRefusedProblem"];
                };
            };
            /** @description `rate_limited`: Too many requests. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RateLimitedProblem"];
                };
            };
            /** @description `headers_too_large`: The headers are too large. */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["HeadersTooLargeProblem"];
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InternalProblem"];
                };
            };
            /** @description `ramp_configuration`: The provider connection is misconfigured. `ramp_protocol`: The provider sent an invalid response. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["RampConfigurationProblem"] | components["schemas"]["RampProtocolProblem"];
                };
            };
            /** @description `unavailable`: The service is temporarily unavailable. `ramp_unavailable`: The provider cannot be reached. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["UnavailableProblem"] | components["schemas"]["RampUnavailableProblem"];
                };
            };
            /** @description Any other problem. */
            default: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhook_order_created: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreatedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_updated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_paid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPaidEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_completed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCompletedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_payment_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderPaymentFailedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_expired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderExpiredEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_refunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderRefundedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_in_review: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderInReviewEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_order_review_resolved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderReviewResolvedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_created: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderCreatedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_updated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderUpdatedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_paid: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderPaidEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_completed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderCompletedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_payment_failed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderPaymentFailedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_expired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderExpiredEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_refunded: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderRefundedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_in_review: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderInReviewEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_sell_order_review_resolved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellOrderReviewResolvedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_mismatch_opened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MismatchOpenedEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_report_daily: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportDailyEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointDisabledEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_endpoint_test: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `id` of the event: the same each time that it is sent.
                 * @example 6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10
                 */
                "webhook-id": string;
                /**
                 * @description When this was sent, in seconds since 1970.
                 * @example 1769860800
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures by Standard Webhooks, with blanks between: `v1` (HMAC-SHA-256) or `v1a` (Ed25519).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointTestEvent"];
            };
        };
        responses: {
            /** @description The message is accepted and not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
