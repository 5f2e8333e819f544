import { widgetAddress } from './widget-address.js';

/** The common API of the scripts of Turnstile, hCaptcha and reCAPTCHA. */
interface WidgetApi {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string | number;
  /** Missing in reCAPTCHA, whose widget is removed with its element. */
  remove?(id: string | number): void;
}

interface WidgetOptions {
  readonly siteKey: string;
  readonly scriptUrl: string;
  readonly language: string;
  readonly onSolved: (response: string) => void;
  readonly onFailed: () => void;
}

/** Widgets of normal size are about 300 pixels wide and would overflow a narrower window. */
const WIDE = 304;
const ONLOAD = 'challengeWidgetLoaded';
/** The script may load while the rest of the widget is blocked. */
const PATIENCE_MS = 20_000;

let loading: Promise<WidgetApi> | null = null;

/** Renders a new widget in `place`. Returns a function that removes it and ignores its later responses. */
export function showWidget(place: HTMLElement, options: WidgetOptions): () => void {
  const { siteKey, onSolved, onFailed, language } = options;
  // A widget is tied to its element, so each gets its own.
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

/** Loads the script once per page; a failed load is retried. */
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

/** hCaptcha sets the name of reCAPTCHA too, so look for its own name first. */
function widgetApi(): WidgetApi | undefined {
  const { turnstile, hcaptcha, grecaptcha } = globalThis as unknown as Readonly<Record<string, WidgetApi | undefined>>;
  return turnstile ?? hcaptcha ?? grecaptcha;
}
