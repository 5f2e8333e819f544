"""Client of Ramp Checkout for a merchant's servers: this one file, nothing but the standard library, Python 3.9 or later.

    from ramp_checkout import RampCheckout, ProblemError, verify_webhook

    ramp = RampCheckout("https://checkout.example", api_key=os.environ["RAMP_CHECKOUT_KEY"])
    order = ramp.checkout({"merchantOrderNo": "A-1001", "fiat": "EUR", "amount": "100.00", ...})
    for placed in ramp.watch_orders(after=load_cursor()):
        deal_with(placed["event"])
        save_cursor(placed["cursor"])

What it promises: `checkout` makes one order, however often its request has to be sent; `watch_orders` misses no change, whatever
ends in between, as long as you save the cursor after you have dealt with an event; no error holds the key or what was sent.
Deliver only when `status` is COMPLETED and `inReview` is False.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Tuple, TypedDict, TypeVar, Union

__all__ = [
    "ConnectionLost",
    "Event",
    "Order",
    "PlacedEvent",
    "ProblemError",
    "RampCheckout",
    "WebhookVerificationError",
    "verify_webhook",
]


class Trade(TypedDict):
    """One attempt at the provider to carry out an order."""

    merchantOrderNo: str
    orderNo: Optional[str]
    status: str
    rampStatus: Optional[str]
    superseded: bool
    createdAt: str


class Failure(TypedDict):
    """Why an order came to nothing; decide by `code`."""

    code: str
    message: str


class Order(TypedDict, total=False):
    """What purchases and sales have in common. The service tells more; amounts are decimal text, never floats."""

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
    """What happened: by webhook and in the feed alike. `data` is the order as it is when it is told, for events of orders."""

    id: str
    type: str
    timestamp: str
    data: Mapping[str, Any]


class PlacedEvent(TypedDict):
    """An event, and the cursor from which the feed goes on behind it."""

    cursor: str
    event: Event


class ProblemError(Exception):
    """The service said no; decide by `code`."""

    def __init__(self, problem: Mapping[str, Any], retry_after: Optional[float]) -> None:
        super().__init__(f"{problem['code']}: {problem.get('detail', '')}")
        self.problem = problem
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.retry_after = retry_after


class ConnectionLost(Exception):
    """No answer, or none that can be read: what was asked may be done all the same. `status`: of a proxy's answer."""

    def __init__(self, message: str, status: Optional[int] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class WebhookVerificationError(Exception):
    """Whatever was received is not what the service sent, or not just now. Answer 400, and do nothing."""


_Result = TypeVar("_Result")
_Failed = Union[ProblemError, ConnectionLost]
_PASSING = (408, 425, 429)
_FIRST_PAUSE, _LONGEST_PAUSE, _LONGEST_RETRY_AFTER = 0.5, 8.0, 600.0
_LONGEST_WAIT = 30
_INTERNAL_ATTEMPTS = 3


class RampCheckout:
    """`timeout`: seconds for one call; `patience`: seconds after which no further attempt of a call begins."""

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *, timeout: float = 20.0, patience: float = 60.0
    ) -> None:
        if api_key is not None and not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key has characters that no header may have, or none")
        self._base_url = base_url.rstrip("/")
        self._headers = {} if api_key is None else {"X-Api-Key": api_key}
        self._timeout = timeout
        self._patience = patience
        # A key in a header would go along to wherever a redirect leads.
        self._opener = urllib.request.build_opener(_NoRedirect)

    def checkout(self, request: Mapping[str, Any], *, idempotency_key: Optional[str] = None) -> Order:
        """Makes one order. Without a `merchantOrderNo` keep the `idempotency_key` until you have the order: the same call
        finds it again. Gives the order when it can be paid (`payUrl`) or has ended, or when patience is over."""
        body = json.loads(json.dumps(request))
        named = body.get("merchantOrderNo") is not None
        headers = {} if named else {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        patience = _Patience(self._patience)

        def post() -> Tuple[int, Any, Optional[float]]:
            return self._insist("POST", "/v1/checkouts", body, headers, patience)

        status, order, wait = post()
        while status == 202 and not _can_go_on(order):
            if not patience.pause(2.0 if wait is None else wait):
                break
            if body.get("accessToken") is not None:
                status, order, wait = post()
            else:
                _, read, wait = self._insist("GET", _order_path(order["merchantOrderNo"]), None, {}, patience)
                order = {**read, "clientSecret": order.get("clientSecret")}
        return order

    def order(self, merchant_order_no: str) -> Order:
        """The order as it is known now. Makes the service ask the provider again soon."""
        return self._call("GET", _order_path(merchant_order_no))[1]

    def retry(self, merchant_order_no: str, *, pay_way_code: Optional[str] = None, after: Optional[str] = None) -> Order:
        """Tries an order again that came to nothing. `after` names the newest trade that you know; looked up when not given,
        so that a repeat makes no second one."""
        patience = _Patience(self._patience)
        if after is None:
            read = self._insist("GET", _order_path(merchant_order_no), None, {}, patience)[1]
            after = read["trades"][-1]["merchantOrderNo"]
        body = {"payWayCode": pay_way_code, "after": after}
        return self._insist("POST", _order_path(merchant_order_no) + "/retry", body, {}, patience)[1]

    def register_sale(self, request: Mapping[str, Any]) -> Order:
        """Has a sale watched that a customer makes on the provider's pages; one sale, however often it is sent."""
        return self._insist("POST", "/v1/sell-orders", request)[1]

    def checkout_link(self, request: Mapping[str, Any]) -> Mapping[str, str]:
        """A signed link (`url`, `expiresAt`) to the checkout page, in which you set what is bought and where it goes."""
        return self._insist("POST", "/v1/checkout-links", request)[1]

    def note(self, merchant_order_no: str, metadata: Mapping[str, Optional[str]]) -> Order:
        """Notes something on an order: sets these names, takes away those that are None."""
        return self._insist("PATCH", _order_path(merchant_order_no), {"metadata": metadata})[1]

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
            page = self._insist("GET", "/v1/orders?" + urllib.parse.urlencode(asked))[1]
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
            wait = 0 if cursor in (None, "latest") else max(0, min(int(self._timeout) - 5, _LONGEST_WAIT))
            query = {**chosen, "limit": 100, "wait": wait, **({} if cursor is None else {"after": cursor})}
            begun = time.monotonic()
            try:
                page = self._call("GET", "/v1/events?" + urllib.parse.urlencode(query))[1]
            except (ProblemError, ConnectionLost) as error:
                if resync is not None and isinstance(error, ProblemError) and error.code == "cursor_expired":
                    cursor, missed = "latest", True
                    continue
                if not _passes(error):
                    raise
                failures += 1
                time.sleep(max(_backoff(failures), error.retry_after or 0.0))
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

    def _insist(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        patience: Optional["_Patience"] = None,
    ) -> Tuple[int, Any, Optional[float]]:
        """Sends the same until there is an answer, or none is to be had: then raises what the last attempt came to."""
        patience = patience or _Patience(self._patience)
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._call(method, path, body, headers)
            except (ProblemError, ConnectionLost) as error:
                if not _repeats(error, attempt):
                    raise
                if not patience.pause(max(_backoff(attempt), error.retry_after or 0.0)):
                    raise

    def _call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Tuple[int, Any, Optional[float]]:
        """Status, body and `Retry-After` of one answer that is no refusal."""
        data = None if body is None else json.dumps(body).encode()
        sent = {**self._headers, "Accept": "application/json", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self._base_url + path, data=data, headers=sent, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                status, fields, text = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            status, fields = error.code, error.headers
            try:
                text = error.read()
            except (OSError, http.client.HTTPException):
                text = b""
        except (OSError, http.client.HTTPException):
            # What was raised may name what was sent.
            raise ConnectionLost("no answer came") from None
        retry_after = _retry_after(fields.get("Retry-After"))
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if 200 <= status < 300:
            if not isinstance(answer, dict):
                raise ConnectionLost("the answer could not be read")
            return status, answer, retry_after
        if isinstance(answer, dict) and isinstance(answer.get("code"), str) and isinstance(answer.get("status"), int):
            raise ProblemError(answer, retry_after)
        raise ConnectionLost(f"something answered {status} that is not the service", status, retry_after)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _Patience:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def pause(self, seconds: float) -> bool:
        """Sleeps, and says whether there is patience for one more attempt; at once when there is none."""
        if time.monotonic() + seconds >= self._end:
            return False
        time.sleep(seconds)
        return True


def _order_path(merchant_order_no: str) -> str:
    return "/v1/orders/" + urllib.parse.quote(merchant_order_no, safe="")


def _can_go_on(order: Mapping[str, Any]) -> bool:
    return order["payUrl"] is not None or order["status"] not in ("CREATING", "AWAITING_PAYMENT")


def _backoff(attempt: int) -> float:
    """Twice as long each time, and never the same for two whose connections broke together."""
    return min(_FIRST_PAUSE * 2 ** (attempt - 1), _LONGEST_PAUSE) * (0.5 + random.random() / 2)


def _passes(error: _Failed) -> bool:
    """Will asking again, later, bring another answer?"""
    return error.status is None or error.status >= 500 or error.status in _PASSING or error.status < 400


def _repeats(error: _Failed, attempt: int) -> bool:
    """A request is sent again when its answer was lost, and when the service says that it could do nothing for the moment.
    Every other problem is about what was sent, or has to be mended by the operator."""
    if isinstance(error, ConnectionLost):
        return _passes(error)
    if error.code == "internal":
        return attempt < _INTERNAL_ATTEMPTS
    return error.status in (408, 429, 503)


def _retry_after(header: Optional[str]) -> Optional[float]:
    """In seconds; None: there is none that can be read."""
    if header is None:
        return None
    try:
        text = header.strip()
        seconds = float(text) if text.isdigit() else parsedate_to_datetime(text).timestamp() - time.time()
    except (TypeError, ValueError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_RETRY_AFTER)


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secrets: Union[str, Iterable[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Event:
    """What a webhook says, once it is certain that the service sent it (Standard Webhooks, `v1`: HMAC-SHA-256), by any of
    several secrets while one replaces another. `body` is what was received, byte for byte; `tolerance`: by how many seconds
    its time may differ from `now`, our clock. Raises WebhookVerificationError. `v1a` (Ed25519, `whpk_…`) cannot be verified
    with the standard library: a ValueError says so; make the endpoint with `"signature": "v1"`."""
    found = [_header(headers, "webhook-" + name) for name in ("id", "timestamp", "signature")]
    if any(not value for value in found):
        raise WebhookVerificationError("a webhook header is missing")
    message_id, timestamp, signatures = (value or "" for value in found)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("the time cannot be read")
    # A tolerance that is no number would let everything in.
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance:
        raise WebhookVerificationError("it was not sent just now: compare the clocks")
    signed = f"{message_id}.{timestamp}.".encode() + body
    given = [one[3:].encode() for one in signatures.split(" ") if one.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_hmac_key(secret), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, one) for one in given):
            return json.loads(body)
    raise WebhookVerificationError("no signature fits")


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    values = [value for key, value in headers.items() if key.lower() == name]
    # Twice: nobody can tell which one is meant.
    return values[0] if len(values) == 1 else None


def _hmac_key(secret: str) -> bytes:
    if secret.startswith("whpk_"):
        raise ValueError("Ed25519 is not in the standard library: make the endpoint with signature v1")
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True) if secret.startswith("whsec_") else b""
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("a secret of a webhook begins with whsec_")
    return key
