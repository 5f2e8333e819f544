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
    """`timeout`: seconds for one call; `patience`: seconds after which no further attempt of a call begins."""

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *, timeout: float = 20.0, patience: float = 60.0
    ) -> None:
        self._http = Transport(base_url, api_key, timeout=timeout, patience=patience)

    def quotes(self, request: QuoteRequest) -> List[Quote]:
        """Prices, the best one first. Show one, and send its `cryptoQuantity` as `quote` of the checkout to hold the customer's
        price."""
        return self._http.insist("POST", "/v1/quotes", request)[1]["items"]

    def cryptos(self, fiat: str = "USD", side: Optional[str] = None) -> List[Crypto]:
        """What is sold (`side` BUY) or bought (SELL), with limits in `fiat`."""
        query = {"fiat": fiat, **({} if side is None else {"side": side})}
        return self._http.insist("GET", "/v1/cryptos?" + urllib.parse.urlencode(query))[1]["items"]

    def checkout(self, request: CheckoutRequest, *, idempotency_key: Optional[str] = None) -> Order:
        """Makes one order. Without a `merchantOrderNo` keep the `idempotency_key` until you have the order: the same call
        finds it again. Gives the order when it can be paid (`payUrl`) or has ended, or when patience is over."""
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
        """The order as it is known now. Makes the service ask the provider again soon."""
        return self._http.call("GET", _order_path(merchant_order_no))[1]

    def watch_order(self, merchant_order_no: str, *, until: str = "settled") -> Iterator[Order]:
        """The order now and after each change, until it is `settled`, or with `until="final"` until nothing more can happen.
        Reads every 2 seconds after a change, then less and less often, at least once a minute. Goes on through lost
        connections; raises ProblemError when the service refuses."""
        version, pause, failures = 0, _FIRST_LOOK, 0
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
            if order["version"] > version:
                version, pause = order["version"], _FIRST_LOOK
                yield order
            if order["final"] or (order["settled"] and until != "final"):
                return
            time.sleep(pause)
            pause = min(pause * 1.5, _LONGEST_LOOK)

    def retry(self, merchant_order_no: str, *, pay_way_code: Optional[str] = None, after: Optional[str] = None) -> Order:
        """Tries an order again that came to nothing. `after` names the newest trade that you know; looked up when not given,
        so that a repeat makes no second one."""
        patience = self._http.patience()
        if after is None:
            read = self._http.insist("GET", _order_path(merchant_order_no), None, {}, patience)[1]
            after = read["trades"][-1]["merchantOrderNo"]
        body = {"payWayCode": pay_way_code, "after": after}
        return self._http.insist("POST", _order_path(merchant_order_no) + "/retry", body, {}, patience)[1]

    def register_sale(self, request: Mapping[str, Any]) -> Order:
        """Has a sale watched that a customer makes on the provider's pages; one sale, however often it is sent."""
        return self._http.insist("POST", "/v1/sell-orders", request)[1]

    def checkout_link(self, request: Mapping[str, Any]) -> Mapping[str, str]:
        """A signed link (`url`, `expiresAt`) to the checkout page, in which you set what is bought and where it goes."""
        return self._http.insist("POST", "/v1/checkout-links", request)[1]

    def note(self, merchant_order_no: str, metadata: Mapping[str, Optional[str]]) -> Order:
        """Notes something on an order: sets these names, takes away those that are None."""
        return self._http.insist("PATCH", _order_path(merchant_order_no), {"metadata": metadata})[1]

    def orders(self, **query: Any) -> Iterator[Order]:
        """The orders that the key may see, page by page as you take them: newest first, or with `order="updated"` by their
        newest change, oldest first. `query` as the service documents it; lists and `metadata` as Python has them."""
        fields: List[Tuple[str, Any]] = []
        for name, value in query.items():
            if isinstance(value, Mapping):
                fields += [(f"{name}[{key}]", one) for key, one in value.items()]
            else:
                fields.append((name, ",".join(value) if isinstance(value, (list, tuple)) else value))
        cursor: Optional[str] = None
        while True:
            asked = fields if cursor is None else [*fields, ("cursor", cursor)]
            page = self._http.insist("GET", "/v1/orders?" + urllib.parse.urlencode(asked))[1]
            yield from page["items"]
            # By changes there always is a next one: at the end it is the same.
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
        """Every change of every order that the key may see, from the cursor `after` on (None: all that is kept, 30 days;
        "latest": from now on), for as long as somebody asks for the next one. Goes on through lost connections. `on_cursor`
        is told how far the feed was read, also where nothing of it was wanted. When the cursor has expired, after 30 days or
        because the service's database may have lost commits, `resync` is called: read your orders again, for example by
        `orders`; then the feed goes on. Without it ProblemError `cursor_expired` is raised."""
        chosen = {} if types is None else {"types": ",".join(types)}
        cursor, failures, missed = after, 0, False
        while True:
            # Until the service has named a place, one answer that is lost would lose what came meanwhile.
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
                # Changes that come while the orders are read have places behind the new cursor.
                resync()
            missed = False
            yield from page["items"]
            cursor = page["nextCursor"]
            on_cursor(cursor)
            # A process that is about to end answers at once.
            if not page["items"] and not page["hasMore"] and time.monotonic() - begun < 0.5:
                time.sleep(1.0)


def is_deliverable(order: Mapping[str, Any]) -> bool:
    """The rule of delivery: the order is COMPLETED and not in review, at any type and place of the event.
    Store that an order was delivered under its `merchantOrderNo`: the rule holds for every later event of it too."""
    return order.get("status") == "COMPLETED" and order.get("inReview") is False


def _order_path(merchant_order_no: str) -> str:
    return "/v1/orders/" + urllib.parse.quote(merchant_order_no, safe="")


def _can_go_on(order: Mapping[str, Any]) -> bool:
    return order["payUrl"] is not None or order["status"] not in ("CREATING", "AWAITING_PAYMENT")
