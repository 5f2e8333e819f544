from __future__ import annotations

import json
import time
import urllib.parse
import uuid
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Tuple

from ._errors import ConnectionLost, ProblemError
from ._http import Answer, Transport, backoff, passes
from ._types import CheckoutRequest, Crypto, Order, PlacedEvent, Quote, QuoteRequest

_LONGEST_WAIT = 30
_FIRST_LOOK, _LONGEST_LOOK = 2.0, 60.0


class RampCheckout:
    """`timeout`: seconds for one call; `patience`: no further attempt of a call starts after this many seconds."""

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *, timeout: float = 20.0, patience: float = 60.0
    ) -> None:
        self._http = Transport(base_url, api_key, timeout=timeout, patience=patience)

    def quotes(self, request: QuoteRequest) -> List[Quote]:
        """Prices, best first. Show one and send its `cryptoQuantity` as `quote` of the checkout to protect the customer's
        price."""
        return self._http.insist("POST", "/v1/quotes", request)[1]["items"]

    def cryptos(self, fiat: str = "USD", side: Optional[str] = None) -> List[Crypto]:
        """Coins for sale (`side` BUY) or purchase (SELL), with limits in `fiat`."""
        query = {"fiat": fiat, **({} if side is None else {"side": side})}
        return self._http.insist("GET", "/v1/cryptos?" + urllib.parse.urlencode(query))[1]["items"]

    def checkout(self, request: CheckoutRequest, *, idempotency_key: Optional[str] = None) -> Order:
        """Creates one order. Without a `merchantOrderNo` keep the `idempotency_key` until you have the order: a repeat of the
        call finds it. Returns the order when it can be paid (`payUrl`), has ended, or patience runs out."""
        body = json.loads(json.dumps(request))
        named = body.get("merchantOrderNo") is not None
        headers = {} if named else {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        patience = self._http.patience()

        def post() -> Answer:
            return self._http.insist("POST", "/v1/checkouts", body, headers, patience)

        status, order, wait = post()
        while status == 202 and not _can_go_on(order):
            if not patience.pause(2.0 if wait is None else wait):
                break
            if body.get("accessToken") is not None:
                status, order, wait = post()
            else:
                _, read, wait = self._http.insist("GET", _order_path(order["merchantOrderNo"]), None, {}, patience)
                order = {**read, "clientSecret": order.get("clientSecret")}
        return order

    def order(self, merchant_order_no: str) -> Order:
        """The current state of the order. Makes the service poll the provider soon."""
        return self._http.call("GET", _order_path(merchant_order_no))[1]

    def watch_order(self, merchant_order_no: str, *, until: str = "settled") -> Iterator[Order]:
        """Yields the order at once and after each change, until it is `settled`, or with `until="final"` until no more changes
        are possible. Reads 2 seconds after a change, then less often, at least once a minute. Continues after lost
        connections; raises ProblemError if the service refuses."""
        seen, pause, failures = None, _FIRST_LOOK, 0
        while True:
            try:
                order = self.order(merchant_order_no)
            except (ProblemError, ConnectionLost) as error:
                if not passes(error):
                    raise
                failures += 1
                time.sleep(max(backoff(failures), error.retry_after or 0.0))
                continue
            failures = 0
            # Each read counts, even with a smaller version: the service has lost commits.
            state = (order["version"], order["updatedAt"])
            if state != seen:
                seen, pause = state, _FIRST_LOOK
                yield order
            if order["final"] or (order["settled"] and until != "final"):
                return
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_LOOK)

    def retry(self, merchant_order_no: str, *, pay_way_code: Optional[str] = None, after: Optional[str] = None) -> Order:
        """Retries an order that failed. `after` names the newest trade that you know (looked up by default), so that a repeat
        makes no second trade."""
        patience = self._http.patience()
        if after is None:
            read = self._http.insist("GET", _order_path(merchant_order_no), None, {}, patience)[1]
            after = read["trades"][-1]["tradeNo"]
        body = {"payWayCode": pay_way_code, "after": after}
        return self._http.insist("POST", _order_path(merchant_order_no) + "/retry", body, {}, patience)[1]

    def register_sale(self, request: Mapping[str, Any]) -> Order:
        """Registers a sale that the customer makes on the provider's pages. A repeat registers no second sale."""
        return self._http.insist("POST", "/v1/sell-orders", request)[1]

    def checkout_link(self, request: Mapping[str, Any]) -> Mapping[str, str]:
        """Creates a signed link (`url`, `expiresAt`) to the checkout page with fixed purchase and destination."""
        return self._http.insist("POST", "/v1/checkout-links", request)[1]

    def note(self, merchant_order_no: str, metadata: Mapping[str, Optional[str]]) -> Order:
        """Sets metadata on an order; a value of None removes its name."""
        return self._http.insist("PATCH", _order_path(merchant_order_no), {"metadata": metadata})[1]

    def orders(self, **query: Any) -> Iterator[Order]:
        """The orders that the key may see, page by page as you read: newest first, or with `order="updated"` by latest change,
        oldest first. `query` as in the API; lists and `metadata` as Python lists and dicts."""
        fields: List[Tuple[str, Any]] = []
        for name, value in query.items():
            if isinstance(value, Mapping):
                fields += [(f"{name}[{key}]", one) for key, one in value.items()]
            else:
                fields.append((name, ",".join(value) if isinstance(value, (list, tuple)) else value))
        cursor: Optional[str] = None
        while True:
            params = fields if cursor is None else [*fields, ("cursor", cursor)]
            page = self._http.insist("GET", "/v1/orders?" + urllib.parse.urlencode(params))[1]
            yield from page["items"]
            # Ordered by changes, the last page has a cursor too: its own.
            if page["nextCursor"] in (None, cursor):
                return
            cursor = page["nextCursor"]

    def watch_orders(
        self,
        after: Optional[str] = None,
        *,
        types: Optional[Iterable[str]] = None,
        on_cursor: Callable[[str], None] = lambda cursor: None,
        resync: Optional[Callable[[], None]] = None,
    ) -> Iterator[PlacedEvent]:
        """All changes of the orders that the key may see, after the cursor `after` (None: all that are kept, 30 days;
        "latest": only new ones). Continues after lost connections. `on_cursor` gets the new cursor after each answer, even
        if no event matched. If the cursor has expired, after 30 days or because the service's database may have lost
        commits, calls `resync`: read your orders again, for example with `orders`; then the feed continues. Without it raises
        ProblemError `cursor_expired`."""
        chosen = {} if types is None else {"types": ",".join(types)}
        cursor, failures, missed = after, 0, False
        while True:
            # Don't wait before the service has named a cursor: if that answer is lost, the events of the wait are
            # too.
            wait = 0 if cursor in (None, "latest") else max(0, min(int(self._http.timeout) - 5, _LONGEST_WAIT))
            query = {**chosen, "limit": 100, "wait": wait, **({} if cursor is None else {"after": cursor})}
            begun = time.monotonic()
            try:
                page = self._http.call("GET", "/v1/events?" + urllib.parse.urlencode(query))[1]
            except (ProblemError, ConnectionLost) as error:
                if resync is not None and isinstance(error, ProblemError) and error.code == "cursor_expired":
                    cursor, missed = "latest", True
                    continue
                if not passes(error):
                    raise
                failures += 1
                time.sleep(max(backoff(failures), error.retry_after or 0.0))
                continue
            failures = 0
            if missed and resync is not None:
                # Changes during the resync come after the new cursor.
                resync()
            missed = False
            yield from page["items"]
            cursor = page["nextCursor"]
            on_cursor(cursor)
            # A process that is shutting down answers at once, so pause before the next request.
            if not page["items"] and not page["hasMore"] and time.monotonic() - begun < 0.5:
                time.sleep(1.0)


def is_deliverable(order: Mapping[str, Any]) -> bool:
    """The rule of delivery: a purchase (side BUY) is COMPLETED and not in review. A sale is never delivered. The type and
    position of the event do not matter. Store the delivery under the `merchantOrderNo`: later events of the same order satisfy the rule too."""
    return order.get("side") == "BUY" and order.get("status") == "COMPLETED" and order.get("inReview") is False


def _order_path(merchant_order_no: str) -> str:
    return "/v1/orders/" + urllib.parse.quote(merchant_order_no, safe="")


def _can_go_on(order: Mapping[str, Any]) -> bool:
    return order["payUrl"] is not None or order["status"] not in ("CREATING", "AWAITING_PAYMENT")
