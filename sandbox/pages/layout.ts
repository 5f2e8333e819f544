import { html } from './html.js';
import type { Html } from './html.js';

/** A whole page. `up` is the relative path to the root, so that a prefix in the public URL works. */
export function page(title: string, content: Html, up = '..'): string {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Ramp sandbox</title>
        <link rel="icon" type="image/svg+xml" href="${up}/assets/icon.svg" />
        <link rel="stylesheet" href="${up}/assets/style.css" />
      </head>
      <body>
        <p class="notice">Sandbox – no real money moves here</p>
        <main>${content}</main>
      </body>
    </html> `;
  return document.text;
}

/** Name and value pairs; omits those without a value. */
export function facts(pairs: readonly (readonly [name: string, value: string | Html])[]): Html {
  const rows = pairs
    .filter(([, value]) => value !== '')
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div> `,
    );
  return html`<dl>${rows}</dl>`;
}

/** An address or hash, shortened; the tooltip shows all of it. */
export function shortened(text: string): Html | string {
  if (text.length <= 16) return text;
  return html`<span class="code" title="${text}">${text.slice(0, 8)}…${text.slice(-6)}</span>`;
}
