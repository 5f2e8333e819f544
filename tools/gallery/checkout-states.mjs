import * as answers from './answers.mjs';
import { buyOrder, NOW, NUMBER } from './orders.mjs';
import { ORIGIN } from './stage.mjs';

/** @typedef {import('./stage.mjs').State} State */
/** @typedef {import('playwright-core').Page} Page */

const { cryptos, quotes, quote, quotesOf, problem, json, NEVER, CUT } = answers;

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TAGGED = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const MADE = json({ ...buyOrder('AWAITING_PAYMENT'), clientSecret: 'gs_secret' }, 201);

/** The visitor's last choice, so that currency and country do not depend on the language. */
const chosen = (fiat = 'EUR', crypto = 'USDT', network = 'ETH') => ({
  choice: JSON.stringify({ fiat, pair: { crypto, network }, country: 'DE' }),
});

/** Facts of a page opened by a signed link. @param {object} terms */
const signed = (terms) => ({ link: { token: 'signed', terms } });

/** All terms that a visitor could choose. */
const WHOLE = {
  merchantOrderNo: NUMBER,
  fiat: 'EUR',
  amount: '50.00',
  crypto: 'XRP',
  network: 'XRP',
  address: TAGGED,
  memo: '12345',
  country: 'DE',
  payWayCode: '10001',
};

/** A selector that works in every language. */
const heading = (/** @type {Page} */ page) => page.getByRole('heading', { level: 1 });
const prices = (/** @type {Page} */ page) => page.getByRole('radio');
const error = (/** @type {Page} */ page) => page.locator('.field__error');
const alert = (/** @type {Page} */ page) => page.getByRole('alert');
const button = (/** @type {Page} */ page) => page.locator('form button[type=submit]');

/** @param {Page} page @param {string} address */
async function fillIn(page, address = ADDRESS) {
  await prices(page).first().waitFor();
  await page.locator('[data-field=address]').fill(address);
  // The address rules are loaded separately.
  await page.locator('.address-ok, .field__error').first().waitFor();
}

/** What the browser keeps of orders that it made. @param {string[]} numbers */
const made = (...numbers) => ({
  orders: JSON.stringify(numbers.map((number) => [number, 'gs_secret'])),
  'recent-orders': JSON.stringify(
    numbers.map((number) => ({ number, at: Date.parse(NOW), link: null, isNumberFixed: false })),
  ),
});

/** Old prices turn pale after half a second. @param {Page} page */
async function untilPale(page) {
  await page.locator('.stale .method--chosen').evaluate(async (card) => {
    for (const animation of card.getAnimations()) await animation.finished;
  });
}

/** @param {Page} page */
async function buy(page) {
  await fillIn(page);
  await button(page).click();
}

/** @param {Page} page @param {number} ms on the page's clock */
async function buyAndWait(page, ms) {
  await buy(page);
  await heading(page).waitFor();
  await page.clock.setFixedTime(Date.parse(NOW) + ms);
}

/**
 * @param {string} name
 * @param {string} about
 * @param {Partial<State>} [more]
 * @returns {State}
 */
const state = (name, about, { api, ...more } = {}) => ({
  name: `checkout-${name}`,
  about,
  path: '/checkout',
  api: { cryptos, quotes, checkout: NEVER, ...api },
  stored: chosen(),
  shows: prices,
  ...more,
});

/** @param {string} name @param {string} about @param {import('./answers.mjs').Answer} answer @param {State['shows']} shows */
const refused = (name, about, answer, shows = alert) =>
  state(name, about, { api: { checkout: answer }, act: buy, shows });

/** @type {readonly State[]} */
export const CHECKOUT_STATES = [
  state('prices', 'the form with prices'),
  state('loading', 'the list is loading', { api: { cryptos: NEVER }, shows: heading }),
  state('list-failed', 'the list failed', { api: { cryptos: CUT }, shows: alert }),
  state('many-methods', 'eighteen payment methods, of which some are folded', {
    api: { quotes: answers.manyQuotes },
    facts: { payWays: answers.manyPayWays },
    act: fillIn,
  }),
  state('method-paused', 'a payment method is paused', { api: { quotes: answers.pausedMethod } }),
  state('all-paused', 'every way to pay is paused', {
    api: { quotes: problem(422, 'paused', { until: '2026-01-31T15:00:00.000Z' }) },
    act: (page) => page.locator('[data-field=address]').fill(ADDRESS),
    shows: (page) => page.locator('[data-field=method] .banner'),
  }),
  state('coins', 'the list of coins, of which one is paused', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await page.locator('[data-field=coin]').click();
    },
    shows: (page) => page.getByRole('dialog'),
  }),
  state('long-names', 'names of thirty characters, a brand of forty', {
    api: {
      cryptos: answers.longNames,
      quotes: quotesOf([quote('10002', '105.42', '1.00', { crypto: 'WRAPPEDSTAKEDLIQUIDETHERTOKEN2' })]),
    },
    stored: chosen('EUR', 'WRAPPEDSTAKEDLIQUIDETHERTOKEN2', 'ARBITRUMNOVAEXPERIMENTALNETWRK'),
    facts: { brand: { name: 'The Incredibly Long Winded Trading Co Ltd', logoUrl: null, url: null } },
  }),
  state('huge', 'no decimals, huge and tiny amounts', {
    path: '/checkout?fiat=JPY&amount=12345678&crypto=BTC&network=BTC&country=JP',
    api: {
      cryptos: answers.yenCryptos,
      quotes: quotesOf([
        quote('10001', '0.00000012', '481482', {
          fiat: 'JPY',
          crypto: 'BTC',
          cryptoPrice: '13888888888',
          networkFee: '1',
          cryptoNetworkFee: '0.00000001',
        }),
      ]),
    },
  }),
  state('signed', 'opened by a signed link with all terms', {
    facts: signed(WHOLE),
    api: { quotes: answers.rippleQuotes },
    shows: (page) => page.locator('.totals__fees .amount'),
  }),
  state('link-expired', 'an expired link', { facts: { link: 'expired' }, shows: heading }),
  state('wrong-address', 'an address of another network', {
    act: async (page) => {
      await fillIn(page, 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK');
      await page.locator('[data-field=address]').blur();
    },
    shows: error,
  }),
  state('prices-old', 'prices are out of date', {
    api: { quotes: [quotes, CUT] },
    act: async (page) => {
      await fillIn(page);
      await page.clock.setFixedTime('2026-01-31T12:05:40.000Z');
      await page.locator('.price-age--old').waitFor();
      await untilPale(page);
    },
  }),
  refused(
    'price-moved',
    'the price moved at the press',
    problem(422, 'quote_moved', { quote: quote('10002', '99.10', '1.00') }),
  ),
  state('submitting', 'the order is being created', { act: buy, shows: heading }),
  state('provider-away', 'the provider does not answer', {
    api: { checkout: problem(503, 'ramp_unavailable') },
    act: (page) => buyAndWait(page, 9000),
    shows: (page) => page.locator('.notice .button'),
  }),
  state('embedded', "on a shop's page", { facts: { embedder: ORIGIN } }),
  state('unpaid', 'an unpaid order', {
    api: { order: MADE },
    stored: { ...chosen(), ...made(NUMBER) },
    shows: (page) => page.locator('.banner a'),
  }),
  state('offline', 'offline', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await page.context().setOffline(true);
      await page.locator('.banner').waitFor();
      await untilPale(page);
    },
  }),
];
