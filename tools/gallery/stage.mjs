import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../scripts/lib/project.mjs';
import { NO_DURATIONS, NOW } from './orders.mjs';

/** A fictitious origin: all its requests are answered here, without service or database. */
export const ORIGIN = 'https://shop.example';
const WEB = join(projectRoot, 'dist/web');

const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const FACTS = {
  brand: { name: 'Nimbus', logoUrl: null, url: 'https://nimbus.example/' },
  help: {
    support: 'https://nimbus.example/help/{merchantOrderNo}',
    terms: 'https://nimbus.example/terms',
    privacy: 'https://nimbus.example/privacy',
    refunds: 'https://nimbus.example/refunds',
    imprint: 'https://nimbus.example/imprint',
  },
  provider: 'Ramp Inc.',
  consent: 'notice',
  visitors: 'welcome',
  challenge: null,
  link: null,
  embedder: null,
  staff: null,
  fiats: ['EUR', 'USD', 'GBP', 'BRL', 'JPY'],
  fiatDigits: { EUR: 2, JPY: 0, USD: 2 },
  countries: null,
  durations: NO_DURATIONS,
  payHost: 'pay.example',
  payWays: {
    10001: 'Visa or Mastercard',
    10002: 'Bank transfer',
    '10002@ar': 'تحويل مصرفي',
    '10002@de': 'Banküberweisung',
    10003: 'Wallet',
  },
  returnOrigins: [ORIGIN],
  networks: { families: {}, memoRequired: ['BNB'], explorers: {} },
};

/**
 * @typedef {import('./answers.mjs').Answer} Answer
 * @typedef {'cryptos' | 'quotes' | 'checkout' | 'order' | 'retry'} Call
 *
 * @typedef {object} State
 * @property {string} name
 * @property {string} about description, for people
 * @property {string} path of the page, with its query
 * @property {Partial<Record<Call, Answer | Answer[]>>} api answers in order; the last one is repeated
 * @property {'live' | 'refused'} [stream] state of the event stream; live by default
 * @property {object} [facts] changed page facts
 * @property {Record<string, string>} [stored] content of localStorage
 * @property {boolean} [stores] whether localStorage takes values; it does by default
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} [act] the visitor's actions
 * @property {(page: import('playwright-core').Page) => import('playwright-core').Locator} shows visible in this
 *   state
 *
 * @typedef {{ setItem(name: string, value: string): void }} PageStorage
 */

/** @param {string} method @param {string} path @returns {Call | null} */
function callOf(method, path) {
  if (path === '/v1/cryptos') return 'cryptos';
  if (path === '/v1/quotes') return 'quotes';
  if (path === '/v1/checkouts') return 'checkout';
  if (path.endsWith('/retry') && method === 'POST') return 'retry';
  return /^\/v1\/orders\/[^/]+$/.test(path) ? 'order' : null;
}

/** Documents and headers come from the built service's own code. */
async function servicePages() {
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(projectRoot, 'build/src/pages', file)).href);
  const [{ pageDocument, pageHeaders }, { brandStyle }] = await Promise.all(
    ['page-document.js', 'brand-style.js'].map(load),
  );
  return { pageDocument, pageHeaders, brandStyle };
}

/**
 * Opens a page in a state and waits for `shows`.
 * @param {import('playwright-core').BrowserContext} context used for nothing else
 * @param {State} state
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function putOnStage(context, state) {
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(prepare, {
    stored: state.stored ?? {},
    stream: state.stream ?? 'live',
    stores: state.stores ?? true,
    isPopup: state.facts !== undefined && 'embedder' in state.facts,
  });
  await answerAll(page, state);
  await page.goto(`${ORIGIN}${state.path}`);
  try {
    await state.act?.(page);
    await state.shows(page).first().waitFor();
  } catch (error) {
    const shown = await page.locator('body').innerText();
    throw new Error(`${state.name} does not come; the page shows:\n${shown}`, { cause: error });
  }
  return page;
}

/** @param {import('playwright-core').Page} page @param {State} state */
async function answerAll(page, state) {
  const { pageDocument, pageHeaders, brandStyle } = await servicePages();
  const counts = new Map();
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const call = callOf(request.method(), pathname);
    if (call !== null) {
      const answers = [state.api[call] ?? []].flat();
      const turn = counts.get(call) ?? 0;
      counts.set(call, turn + 1);
      const next = answers[Math.min(turn, answers.length - 1)] ?? { status: 404 };
      return answer(route, call === 'quotes' ? pricedFor(request.postDataJSON().crypto, next) : next);
    }
    if (pathname === '/brand.css') return route.fulfill({ contentType: 'text/css', body: brandStyle('#3056d3') });
    if (pathname.startsWith('/assets/')) {
      const contentType = TYPES[/** @type {keyof typeof TYPES} */ (extname(pathname))];
      return route.fulfill({ contentType, body: readFileSync(join(WEB, pathname)) });
    }
    const [, name] = /^\/(checkout|order)(s\/.*)?$/.exec(pathname) ?? [];
    if (name === undefined) return route.fulfill({ status: 404 });
    const built = readFileSync(join(WEB, `${name}.html`), 'utf8');
    const facts = { ...FACTS, ...state.facts };
    const body = pageDocument(built, facts, { brandStyleUrl: '/brand.css?v=1', preloads: [] });
    const policy = pageHeaders(null, { widget: facts.challenge === null ? [] : [ORIGIN] });
    // The order page compares its clock with this header.
    const headers = { ...policy, date: new Date(NOW).toUTCString() };
    return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
  });
}

/** The same prices for every crypto. @param {string} crypto @param {Answer} prices @returns {Answer} */
function pricedFor(crypto, prices) {
  const { items } = /** @type {{ items?: object[] }} */ (prices.body ?? {});
  if (items === undefined) return prices;
  return {
    ...prices,
    body: { .../** @type {object} */ (prices.body), items: items.map((item) => ({ ...item, crypto })) },
  };
}

/** @param {import('playwright-core').Route} route @param {Answer} answer */
async function answer(route, { status, body, headers, comes }) {
  if (comes === 'never') return;
  if (comes === 'cut') return route.abort('connectionreset');
  const text = body === undefined ? '' : JSON.stringify(body);
  return route.fulfill({ status, headers: { 'content-type': 'application/json', ...headers }, body: text });
}

/**
 * Runs in the page before its own scripts. Keeps the event stream open, which routed answers cannot.
 * @param {{ stored: Record<string, string>, stream: 'live' | 'refused', stores: boolean, isPopup: boolean }} options
 */
function prepare({ stored, stream, stores, isPopup }) {
  const page = /** @type {typeof globalThis & { localStorage: PageStorage, opener: unknown }} */ (globalThis);
  if (isPopup) page.opener = page;
  for (const [name, value] of Object.entries(stored)) page.localStorage.setItem(`ramp-checkout:${name}`, value);
  if (!stores) {
    Object.getPrototypeOf(page.localStorage).setItem = () => {
      throw new Error('the disk is full');
    };
  }
  const fetchAsBefore = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!/\/events(\?|$)/.test(url)) return fetchAsBefore(input, init);
    if (stream === 'refused') return new Response('', { status: 503 });
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(':\n\n')),
    });
    return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
}
