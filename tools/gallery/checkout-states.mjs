import * as answers from './answers.mjs';
import { buyOrder, NO_DURATIONS, NOW, NUMBER, usually } from './orders.mjs';
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
  ...{ merchantOrderNo: NUMBER, fiat: 'EUR', amount: '50.00', crypto: 'XRP', network: 'XRP' },
  ...{ address: TAGGED, memo: '12345', country: 'DE', payWayCode: '10001' },
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

/**
 * Runs in the page. A tab hears of changes by other tabs only.
 * @param {Record<string, string>} stored
 */
function otherTabMakes(stored) {
  const page =
    /** @type {typeof globalThis & { localStorage: { setItem(name: string, value: string): void }, dispatchEvent(event: Event): boolean }} */ (
      globalThis
    );
  for (const [name, value] of Object.entries(stored)) page.localStorage.setItem(`ramp-checkout:${name}`, value);
  page.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
}

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

/** On a shop's page, after the order was made. @param {string} name @param {string} about @param {object} order */
const embedded = (name, about, order) =>
  state(`embedded-${name}`, about, {
    facts: { embedder: ORIGIN },
    api: { checkout: MADE, order: json(order) },
    act: buy,
    shows: (page) => page.locator('.embed-order .freshness, .embed-order .disc--good'),
  });

/** @type {readonly State[]} */
export const CHECKOUT_STATES = [
  state('prices', 'the form with prices'),
  state('filled-in', 'the filled form', { act: fillIn }),
  state('yellow', 'the filled form of a shop with a light colour', { act: fillIn, brandColor: '#ffd400' }),
  state('fees-in-part', 'one of the fees is not stated', {
    api: { quotes: quotesOf([quote('10001', '101.79', '4.36', { networkFee: null, cryptoNetworkFee: null })]) },
    act: fillIn,
  }),
  state('loading', 'the list is loading', { api: { cryptos: NEVER }, shows: heading }),
  state('prices-loading', 'prices are loading', { api: { quotes: NEVER }, shows: (page) => page.locator('.skeleton') }),
  state('list-failed', 'the list failed', { api: { cryptos: CUT }, shows: alert }),
  state('nothing-for-sale', 'the list is empty', { api: { cryptos: answers.noCryptos }, shows: error }),
  state('no-prices', 'no payment method for these terms', {
    api: { quotes: quotesOf([]) },
    shows: (page) => page.locator('.methods__cards + p'),
  }),
  state('prices-failed', 'prices failed', {
    api: { quotes: problem(503, 'ramp_unavailable') },
    shows: (page) => page.locator('.banner'),
  }),
  state('rate-limited', 'the rate limit is reached', {
    api: { quotes: problem(429, 'rate_limited') },
    shows: (page) => page.locator('.banner'),
  }),
  state('one-method-fails', 'one payment method has no price', {
    api: {
      quotes: quotesOf([quote('10002', '105.42', '1.00'), quote('10001', '101.79', '4.36')], [answers.failedMethod]),
    },
  }),
  state('many-methods', 'eighteen payment methods, of which some are folded', {
    api: { quotes: answers.manyQuotes },
    facts: { payWays: answers.manyPayWays },
    act: fillIn,
  }),
  state('unnamed-methods', 'methods without names', { facts: { payWays: {} } }),
  state('how-long', 'how long each payment method takes', {
    facts: { durations: { ...NO_DURATIONS, stated: usually({ 10001: 5, 10002: 2880 }) } },
    act: fillIn,
  }),
  state('coins', 'the list of coins', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await page.locator('[data-field=coin]').click();
    },
    shows: (page) => page.getByRole('dialog'),
  }),
  state('coins-none', 'a search without results', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await page.locator('[data-field=coin]').click();
      await page.getByRole('searchbox').fill('nothing like it');
    },
    shows: (page) => page.locator('.coins__none'),
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
          ...{
            fiat: 'JPY',
            crypto: 'BTC',
            cryptoPrice: '13888888888',
            networkFee: '1',
            cryptoNetworkFee: '0.00000001',
          },
        }),
      ]),
    },
  }),
  state('linked', 'opened by an unsigned link with an address', {
    path: `/checkout?fiat=EUR&amount=50&crypto=XRP&network=XRP&country=DE&address=${TAGGED}&memo=12345&payWayCode=10001`,
    api: { quotes: answers.rippleQuotes },
  }),
  state('signed', 'opened by a signed link with all terms', {
    facts: signed(WHOLE),
    api: { quotes: answers.rippleQuotes },
    shows: (page) => page.locator('.totals__fees .amount'),
  }),
  state('signed-details', 'a signed link with all terms, and its details', {
    facts: signed(WHOLE),
    api: { quotes: answers.rippleQuotes },
    act: async (page) => {
      await page.locator('.totals__fees .amount').waitFor();
      await page.locator('summary').click();
    },
    shows: (page) => page.locator('details[open]'),
  }),
  state('signed-out-of-range', 'a signed link with an amount below the limit', {
    facts: signed({ ...WHOLE, amount: '5.00' }),
    shows: error,
  }),
  state('signed-in-part', 'opened by a signed link with address and crypto', {
    facts: signed({ crypto: 'USDT', network: 'ETH', address: ADDRESS, memo: '' }),
  }),
  state('link-used', 'the link was already used', {
    api: { checkout: problem(409, 'merchant_order_no_conflict') },
    facts: signed({ merchantOrderNo: NUMBER, address: ADDRESS, memo: '' }),
    act: async (page) => {
      await prices(page).first().waitFor();
      await button(page).click();
    },
    shows: alert,
  }),
  state('link-invalid', 'a link with a wrong signature', { facts: { link: 'invalid' }, shows: heading }),
  state('link-expired', 'an expired link', { facts: { link: 'expired' }, shows: heading }),
  state('link-unsigned', 'a shop that requires signed links', { facts: { visitors: 'invited' }, shows: heading }),
  state('odd-link', 'a link with invalid values', { path: '/checkout?fiat=XXX&amount=abc&crypto=NOPE&country=ZZ' }),
  state('amount-too-little', 'an amount below the limit', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await page.locator('[data-field=amount]').fill('1');
      await page.locator('[data-field=amount]').blur();
    },
    shows: (page) => page.locator('[data-field=method] .button'),
  }),
  state('wrong-address', 'an address of another network', {
    act: async (page) => {
      await fillIn(page, 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK');
      await page.locator('[data-field=address]').blur();
    },
    shows: error,
  }),
  state('payment-link', 'a payment link of another chain', {
    act: (page) => fillIn(page, `ethereum:${ADDRESS}@56?value=1`),
    shows: (page) => page.locator('.address-help .button'),
  }),
  state('retyping', 'the amount is being changed', {
    api: { quotes: [quotes, NEVER] },
    act: async (page) => {
      await fillIn(page);
      await page.locator('[data-field=amount]').fill('250');
      await page.locator('.methods__head .price-age:not(:has(svg))').waitFor();
      await untilPale(page);
    },
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
  state('even-decimals', 'estimates of many decimals', {
    api: {
      quotes: quotesOf([
        quote('10001', '108.5', '1.00'),
        quote('10002', '106.533333', '2.78'),
        quote('10003', '104.777777', '4.36'),
      ]),
    },
  }),
  state('memo-missing', 'a missing memo', {
    stored: chosen('EUR', 'BNB', 'BNB'),
    api: {
      quotes: quotesOf([
        quote('10002', '0.1219', '1.00', { crypto: 'BNB', cryptoPrice: '808.90', cryptoNetworkFee: '0.0017' }),
      ]),
    },
    act: async (page) => {
      await fillIn(page, 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2');
      await button(page).click();
    },
    shows: error,
  }),
  state('nothing-entered', 'pressed with an empty form', {
    act: async (page) => {
      await prices(page).first().waitFor();
      await button(page).click();
    },
    shows: error,
  }),
  state('consent-missing', 'pressed without the box of the terms', {
    facts: { consent: 'box' },
    act: buy,
    shows: error,
  }),
  state('logo-broken', 'a logo that does not load', {
    facts: { brand: { name: 'The Incredibly Long Winded Trading Co Ltd', logoUrl: '/no.svg', url: null } },
    shows: (page) => page.locator('body:has(.brand__letter) [type=radio]'),
  }),
  refused('address-refused', 'the provider refuses the address', problem(422, 'address_invalid'), error),
  refused('address-at-risk', 'the provider refuses a risky address', problem(422, 'address_at_risk'), error),
  refused(
    'amount-refused',
    'the provider has tighter limits',
    problem(422, 'amount_out_of_range', { min: '150', max: '500' }),
    error,
  ),
  refused('unavailable-operator', 'the operator has to act', problem(502, 'ramp_configuration')),
  refused(
    'price-moved',
    'the price moved at the press',
    problem(422, 'quote_moved', { quote: quote('10002', '99.10', '1.00') }),
  ),
  state('price-worse', 'prices are somewhat worse than before', {
    api: { quotes: [quotes, quotesOf([quote('10002', '104.90', '1.00'), quote('10001', '101.20', '4.36')])] },
    act: async (page) => {
      await fillIn(page);
      await page.clock.setFixedTime('2026-01-31T12:05:40.000Z');
    },
    shows: (page) => page.locator('.price-worse'),
  }),
  state('challenge', 'a challenge whose widget cannot be loaded', {
    facts: { challenge: { siteKey: 'key', scriptUrl: 'https://shop.example/widget.js' } },
    act: buy,
    shows: alert,
  }),
  state('submitting', 'the order is being created', { act: buy, shows: heading }),
  state('provider-away', 'the provider does not answer', {
    api: { checkout: problem(503, 'ramp_unavailable') },
    act: (page) => buyAndWait(page, 9000),
    shows: (page) => page.locator('.notice .button'),
  }),
  state('answer-lost', 'an answer was lost', {
    api: { checkout: [CUT, NEVER] },
    act: (page) => buyAndWait(page, 9000),
    shows: (page) => page.locator('.notice .small'),
  }),
  state('offline-pressed', 'pressed while offline', {
    act: async (page) => {
      await fillIn(page);
      await page.context().setOffline(true);
      await button(page).click();
    },
    shows: (page) => page.locator('.notice .button'),
  }),
  state('leaving', 'on the way to the provider', {
    api: { checkout: json({ ...buyOrder('CREATING'), clientSecret: 'x' }, 202), order: NEVER },
    act: buy,
    shows: heading,
  }),
  state('embedded', "on a shop's page", { facts: { embedder: ORIGIN } }),
  embedded('to-pay', "on a shop's page, waiting for the payment", buyOrder('AWAITING_PAYMENT')),
  embedded('complete', "on a shop's page, complete", buyOrder('COMPLETED')),
  state('closed', 'a shop without guests', { facts: { visitors: 'closed' }, shows: heading }),
  state('unpaid', 'an unpaid order', {
    api: { order: MADE },
    stored: { ...chosen(), ...made(NUMBER) },
    shows: (page) => page.locator('.banner a'),
  }),
  state('unpaid-several', 'several unpaid orders', {
    api: { order: [MADE, json({ ...buyOrder('AWAITING_PAYMENT'), merchantOrderNo: `${NUMBER}-B`, amount: '50.00' })] },
    stored: { ...chosen(), ...made(NUMBER, `${NUMBER}-B`) },
    shows: (page) => page.locator('.banner li:nth-child(2) a'),
  }),
  state('another-order', 'another tab has just made an order', {
    api: { order: MADE },
    act: async (page) => {
      await fillIn(page);
      await page.evaluate(otherTabMakes, made(NUMBER));
      await page.locator('.banner a').waitFor();
      await button(page).click();
    },
    shows: (page) => page.getByRole('dialog'),
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
