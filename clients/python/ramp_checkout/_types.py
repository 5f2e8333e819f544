"""Types of answers and requests. Amounts are decimal text, never floats."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, TypedDict


class Trade(TypedDict):
    """One attempt at the provider to carry out an order."""

    tradeNo: str
    orderNo: Optional[str]
    status: str
    rampStatus: Optional[str]
    current: bool
    paidAmount: Optional[str]
    paidAt: Optional[str]
    createdAt: str


class Failure(TypedDict):
    """Why an order failed. Branch on `code`."""

    code: str
    message: str


class Order(TypedDict, total=False):
    """Fields common to purchases and sales; the service returns more. Amounts are decimal text, never floats."""

    merchantOrderNo: str
    side: str
    status: str
    settled: bool
    final: bool
    retryable: bool
    version: int
    payUrl: Optional[str]
    payUrlExpiresAt: Optional[str]
    orderNo: Optional[str]
    rampStatus: Optional[str]
    fiat: Optional[str]
    amount: Optional[str]
    crypto: Optional[str]
    network: Optional[str]
    address: Optional[str]
    memo: Optional[str]
    payWayCode: Optional[str]
    country: Optional[str]
    txHash: Optional[str]
    cryptoPrice: Optional[str]
    rampFee: Optional[str]
    rampCreatedAt: Optional[str]
    paidAt: Optional[str]
    transferredAt: Optional[str]
    completedAt: Optional[str]
    createdAt: str
    updatedAt: str
    failure: Optional[Failure]
    inReview: bool
    reviewReasons: List[Mapping[str, Any]]
    customer: Mapping[str, Optional[str]]
    metadata: Mapping[str, str]
    trades: List[Trade]
    clientSecret: Optional[str]


class Event(TypedDict):
    """An event of a webhook or the feed. For orders, `data` is the order at the time of delivery."""

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


class PlacedEvent(TypedDict):
    """An event with its cursor."""

    cursor: str
    event: Event


class _NeededForQuotes(TypedDict):
    side: str
    crypto: str
    network: str
    fiat: str
    country: str
    amount: str


class QuoteRequest(_NeededForQuotes, total=False):
    """Terms of a quote: `amount` is fiat for BUY and crypto for SELL; `type` ALL quotes all payment methods."""

    payWayCode: str
    type: str


class Quote(TypedDict):
    """A price for one payment method; it is not reserved."""

    fiat: str
    crypto: str
    payWayCode: str
    cryptoPrice: Optional[str]
    cryptoQuantity: Optional[str]
    fiatQuantity: Optional[str]
    rampFee: Optional[str]
    rampFeeInUSD: Optional[str]
    networkFee: Optional[str]
    cryptoNetworkFee: Optional[str]
    rebateFiatAmount: Optional[str]
    rebateUsdAmount: Optional[str]


class Crypto(TypedDict):
    """A cryptocurrency on a network, with its limits in fiat."""

    crypto: str
    network: str
    buyEnabled: bool
    sellEnabled: bool
    buyPaused: Optional[Mapping[str, Optional[str]]]
    sellPaused: Optional[Mapping[str, Optional[str]]]
    minBuyAmount: Optional[str]
    maxBuyAmount: Optional[str]
    minSellAmount: Optional[str]
    maxSellAmount: Optional[str]
    icon: Optional[str]
    address: Optional[str]
    memoRequired: bool
    memoLabel: Optional[str]
    addressChecked: bool


class _NeededForCheckout(TypedDict):
    fiat: str
    amount: str
    crypto: str
    network: str
    address: str
    payWayCode: str
    country: str


class CheckoutRequest(_NeededForCheckout, total=False):
    """A purchase. `link` and `accessToken`: see the service's OpenAPI document."""

    merchantOrderNo: str
    memo: str
    redirectUrl: str
    failRedirectUrl: str
    merchantName: str
    quote: Mapping[str, str]
    customer: Mapping[str, str]
    metadata: Mapping[str, str]
    accessToken: str
    link: str
