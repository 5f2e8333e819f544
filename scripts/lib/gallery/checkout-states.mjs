import { cryptos, json, quotes } from './answers.mjs';

/** @typedef {import('./stage.mjs').State} State */

/** @type {readonly State[]} */
export const CHECKOUT_STATES = [
  {
    name: 'checkout-first',
    about: 'as it opens',
    path: '/checkout',
    api: { cryptos, quotes, checkout: json({}) },
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
];
