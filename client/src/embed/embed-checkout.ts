import { messageFrom } from './message.js';
import { frameIn, popUp } from './place.js';

export type EmbedOptions = {
  /** Base URL of the service, whose `EMBED_ORIGINS` lists this page's origin. */
  readonly baseUrl: string;
  /** The `url` of a signed link. */
  readonly link?: string | undefined;
  /** Parameters that fill in the form, such as `{ fiat: 'EUR', amount: '50', lang: 'es' }`. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** An order exists. Its `orderUrl` shows it to anyone who has it. */
  readonly onCreated?: ((order: { readonly merchantOrderNo: string; readonly orderUrl: string }) => void) | undefined;
  /** For display. Deliver by webhook or feed: customers control their browser. */
  readonly onPaid?: ((order: { readonly merchantOrderNo: string }) => void) | undefined;
  readonly onCompleted?: ((order: { readonly merchantOrderNo: string }) => void) | undefined;
  /** The customer closed the checkout; null: before `onCreated`, though an order may be on its way. */
  readonly onClosed?: ((order: { readonly merchantOrderNo: string | null }) => void) | undefined;
} & (
  | { readonly container: Element; readonly popup?: false | undefined }
  /** Call it while a press is handled: browsers block other pop-ups. */
  | { readonly popup: true; readonly container?: undefined }
);

export interface EmbeddedCheckout {
  /** Removes the frame or closes the pop-up. An order that was made remains. */
  readonly close: () => void;
}

const LOOK_MS = 500;

/**
 * Shows the checkout page in a frame or a pop-up and reports what happens to the order. Throws if the browser blocks
 * the pop-up.
 */
export function embedCheckout(options: EmbedOptions): EmbeddedCheckout {
  const url = checkoutUrl(options, location.origin);
  const place = options.popup === true ? popUp(url.href) : frameIn(options.container, url.href);
  let merchantOrderNo: string | null = null;

  const close = (): void => {
    clearInterval(looking);
    removeEventListener('message', receive);
    place.remove();
  };
  const end = (): void => {
    close();
    options.onClosed?.({ merchantOrderNo });
  };
  const receive = (event: MessageEvent): void => {
    const message = messageFrom(event, { origin: url.origin, source: place.window });
    switch (message?.type) {
      case 'created':
        merchantOrderNo = message.merchantOrderNo;
        options.onCreated?.({ merchantOrderNo, orderUrl: message.orderUrl });
        break;
      case 'paid':
        options.onPaid?.({ merchantOrderNo: message.merchantOrderNo });
        break;
      case 'completed':
        options.onCompleted?.({ merchantOrderNo: message.merchantOrderNo });
        break;
      case 'closed':
        end();
        break;
      case 'height':
        place.resize(message.height);
        break;
      case undefined:
        break;
    }
  };
  addEventListener('message', receive);
  // A window that the customer closes sends nothing.
  const looking = setInterval(() => {
    if (!place.isOpen()) end();
  }, LOOK_MS);
  return { close };
}

/** The checkout page that reports to `origin`. */
export function checkoutUrl(
  { baseUrl, link, query = {} }: Pick<EmbedOptions, 'baseUrl' | 'link' | 'query'>,
  origin: string,
): URL {
  const url = new URL('/checkout', baseUrl);
  if (link !== undefined) url.search = new URL(link).search;
  for (const [name, value] of Object.entries({ ...query, embed: origin })) url.searchParams.set(name, value);
  return url;
}
