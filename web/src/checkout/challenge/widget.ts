import { widgetAddress } from './widget-address.js';

/** What the scripts of Turnstile, hCaptcha and reCAPTCHA have in common. */
interface WidgetApi {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string | number;
  /** reCAPTCHA has none: there the widget goes with its element. */
  remove?(id: string | number): void;
}

interface WidgetOptions {
  readonly siteKey: string;
  readonly scriptUrl: string;
  readonly language: string;
  /** Called with the response of each challenge that was solved. */
  readonly onSolved: (response: string) => void;
  readonly onFailed: () => void;
}

/** Below it widgets of the usual size, about 300 pixels, would stand out of a narrow window. */
const WIDE = 304;
const ONLOAD = 'challengeWidgetLoaded';
/** A script that came may still be kept from loading the rest of itself. */
const PATIENCE_MS = 20_000;

let loading: Promise<WidgetApi> | null = null;

/** Shows a new widget in `place`. Gives how to take it away, and what it has given with it. */
export function showWidget(place: HTMLElement, options: WidgetOptions): () => void {
  const { siteKey, onSolved, onFailed, language } = options;
  // A widget is tied to its element: each gets one of its own.
  const own = document.createElement('div');
  place.append(own);
  let isGone = false;
  let takeAway = (): void => undefined;
  const failed = (): void => {
    if (!isGone) onFailed();
  };
  const show = (api: WidgetApi): void => {
    if (isGone) return;
    const id = api.render(own, {
      ...{ sitekey: siteKey, action: 'checkout', language, hl: language },
      size: place.clientWidth < WIDE ? 'compact' : 'normal',
      callback: (response: string) => {
        if (!isGone) onSolved(response);
      },
      'error-callback': failed,
    });
    takeAway = () => api.remove?.(id);
  };
  load(options).then(show).catch(failed);
  return () => {
    isGone = true;
    takeAway();
    own.remove();
  };
}

/** Once for the page; tried anew when it failed. */
function load({ scriptUrl, language }: WidgetOptions): Promise<WidgetApi> {
  loading ??= new Promise<WidgetApi>((resolve, reject) => {
    const fail = (): void => reject(new Error('the widget was not loaded'));
    setTimeout(fail, PATIENCE_MS);
    const script = document.createElement('script');
    script.async = true;
    script.src = widgetAddress(scriptUrl, ONLOAD, language);
    script.addEventListener('error', fail);
    const loaded = (): void => {
      const api = widgetApi();
      if (api === undefined) fail();
      else resolve(api);
    };
    Object.assign(globalThis, { [ONLOAD]: loaded });
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** hCaptcha goes by the name of reCAPTCHA too. */
function widgetApi(): WidgetApi | undefined {
  const { turnstile, hcaptcha, grecaptcha } = globalThis as unknown as Readonly<Record<string, WidgetApi | undefined>>;
  return turnstile ?? hcaptcha ?? grecaptcha;
}
