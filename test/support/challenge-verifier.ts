import type { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { answerJson, FakeServer } from '#tools/fakes/server.mjs';
import type { Received } from '#tools/fakes/server.mjs';

export const CHALLENGE_SECRET = 'planted-challenge-secret';
export const SITE_KEY = 'planted-site-key';

/** Verifies responses like Turnstile, hCaptcha and reCAPTCHA, each once, and serves a widget with a button. */
export interface ChallengeVerifier {
  /** Settings of a service whose guests solve a challenge here. */
  readonly settings: Readonly<Record<string, string>>;
  /** The same, with the checkout page's widget. */
  readonly widgetSettings: Readonly<Record<string, string>>;
  readonly asked: readonly (Received & { readonly form: Record<string, string> })[];
  /** A valid response, as the widget gives it. */
  solve(): string;
  /** Replaces the answer; null: the default. */
  answering: ((response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

export async function startVerifier(): Promise<ChallengeVerifier> {
  const good = new Set<string>();
  const asked: (Received & { form: Record<string, string> })[] = [];
  const solve = (): string => {
    const response = `0.${randomUUID()}`;
    good.add(response);
    return response;
  };
  const verify = (response: ServerResponse, request: Received): void => {
    const form = Object.fromEntries(new URLSearchParams(request.text));
    asked.push({ ...request, form });
    if (verifier.answering !== null) verifier.answering(response);
    else if (form['secret'] !== CHALLENGE_SECRET) answerJson(response, no('invalid-input-secret'));
    else if (good.delete(form['response'] ?? ''))
      answerJson(response, { success: true, hostname: '127.0.0.1', action: 'checkout' });
    else answerJson(response, no('timeout-or-duplicate'));
  };
  const server = await FakeServer.start((response, request) => {
    const { pathname, searchParams } = new URL(request.target, 'http://127.0.0.1');
    if (pathname === '/siteverify') verify(response, request);
    else if (pathname === '/api.js')
      response.setHeader('content-type', 'text/javascript').end(widgetScript(searchParams));
    else if (pathname === '/frame') response.setHeader('content-type', 'text/html').end('<p>widget');
    // Called by the widget within the page, whose policy must allow it.
    else if (pathname === '/solve') response.setHeader('access-control-allow-origin', '*').end(solve());
    else response.writeHead(404).end();
  });
  const origin = server.url;
  const settings = { GUEST_CHALLENGE_URL: `${origin}/siteverify`, GUEST_CHALLENGE_SECRET: CHALLENGE_SECRET };
  const verifier: ChallengeVerifier = {
    settings,
    widgetSettings: {
      ...settings,
      GUEST_CHALLENGE_SITE_KEY: SITE_KEY,
      GUEST_CHALLENGE_SCRIPT_URL: `${origin}/api.js`,
    },
    asked,
    solve,
    answering: null,
    close: () => server.close(),
  };
  return verifier;
}

const no = (code: string): object => ({ success: false, 'error-codes': [code] });

/** The interface of such widgets: `render` a key into an element, and call back. Runs in the page, as theirs do. */
function widgetScript(query: URLSearchParams): string {
  const script = (onload: string): void => {
    const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;
    Object.assign(globalThis, {
      turnstile: {
        render(place: HTMLElement, options: Record<string, unknown>): number {
          const frame = document.createElement('iframe');
          frame.src = `${origin}/frame`;
          frame.title = 'Widget';
          frame.style.width = options['size'] === 'compact' ? '164px' : '304px';
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = `I am human (${String(options['sitekey'])}, ${String(options['language'])})`;
          button.onclick = () => {
            void fetch(`${origin}/solve`)
              .then((answer) => answer.text())
              .then(options['callback'] as (response: string) => void);
          };
          place.append(button, frame);
          return 7;
        },
        remove: () => undefined,
      },
    });
    (globalThis as unknown as Record<string, () => void>)[onload]!();
  };
  return `(${script.toString()})(${JSON.stringify(query.get('onload'))});`;
}
