from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, Mapping, Optional, Union

from ._errors import WebhookVerificationError
from ._types import Event


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secrets: Union[str, Iterable[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Event:
    """Verifies a webhook (Standard Webhooks, `v1`: HMAC-SHA-256) by any of several secrets during a rotation, and returns
    its event. `body` must be the received bytes; `tolerance`: accepted difference in seconds between its timestamp and
    `now`, by default the local clock. Raises WebhookVerificationError. `v1a` (Ed25519, `whpk_…`) needs more than the
    standard library and raises a ValueError: create the endpoint with `"signature": "v1"`."""
    found = [_header(headers, "webhook-" + name) for name in ("id", "timestamp", "signature")]
    if any(not value for value in found):
        raise WebhookVerificationError("a webhook header is missing")
    message_id, timestamp, signatures = (value or "" for value in found)
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("the time cannot be read")
    # Written so that a tolerance of NaN refuses.
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance:
        raise WebhookVerificationError("it was not sent just now: compare the clocks")
    signed = f"{message_id}.{timestamp}.".encode() + body
    candidates = [one[3:].encode() for one in signatures.split(" ") if one.startswith("v1,")]
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_hmac_key(secret), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, one) for one in candidates):
            return json.loads(body)
    raise WebhookVerificationError("no signature fits")


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    values = [value for key, value in headers.items() if key.lower() == name]
    # A header sent twice is ambiguous.
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
