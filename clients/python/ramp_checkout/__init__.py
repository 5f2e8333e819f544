"""Client of Ramp Checkout for a merchant's servers. Needs Python 3.9 or later and only the standard library.

    from ramp_checkout import RampCheckout, is_deliverable

    ramp = RampCheckout("https://checkout.example", api_key=os.environ["RAMP_CHECKOUT_KEY"])
    order = ramp.checkout({"merchantOrderNo": "A-1001", "fiat": "EUR", "amount": "100.00", ...})
    for placed in ramp.watch_orders(after=load_cursor()):
        if is_deliverable(placed["event"]["data"]):
            deliver_once(placed["event"]["data"]["merchantOrderNo"])
        save_cursor(placed["cursor"])

`checkout` creates one order, however often its request has to be sent. `watch_orders` misses no change if you save the
cursor after you have processed the event. No error contains the key or the request.
"""

from ._client import RampCheckout, is_deliverable
from ._errors import ConnectionLost, ProblemError, WebhookVerificationError
from ._types import (
    CheckoutRequest,
    Crypto,
    Event,
    Failure,
    Order,
    PlacedEvent,
    Quote,
    QuoteRequest,
    Trade,
)
from ._webhooks import verify_webhook

__version__ = "0.1.0"

__all__ = [
    "CheckoutRequest",
    "ConnectionLost",
    "Crypto",
    "Event",
    "Failure",
    "Order",
    "PlacedEvent",
    "ProblemError",
    "Quote",
    "QuoteRequest",
    "RampCheckout",
    "Trade",
    "WebhookVerificationError",
    "is_deliverable",
    "verify_webhook",
]
