import { preloading } from './journal-kills.js';

/** What the next release changes: a column `later` on orders and on trades, sealed, and written by each checkout. */
const CHANGES: readonly (readonly [where: string, added: string])[] = [
  ['const ORDER_COLUMNS = {', 'later: "text?",'],
  ['const TRADE_COLUMNS = {', 'later: "text?",'],
  ['const OF_ORDER = {', 'later: 1,'],
  ['const OF_TRADE = {', 'later: 1,'],
  [
    'async reserve(order, trade, draft, cause) {',
    'order = { ...order, later: "of the order" }; trade = { ...trade, later: "of the trade" };',
  ],
];

/** The statements of its migration. */
export const LATER_COLUMNS = 'ALTER TABLE orders ADD later text; ALTER TABLE trades ADD later text';

/** Settings under which a process of its own is the next release: the built one, with these changes. */
export const LATER_RELEASE = {
  NODE_OPTIONS: preloading(`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readFileSync } = fs;
const missing = new Map(${JSON.stringify(CHANGES)});
fs.readFileSync = (file, form) => {
  let text = readFileSync(file, form);
  if (form !== 'latin1') return text;
  for (const [where, added] of missing) {
    // The bundler numbers names that occur twice.
    const pattern = new RegExp(where.replace(/[{()]/g, '[$&]').replace(' =', '(?:\\\\$\\\\d+)? ='));
    if (!pattern.test(text)) continue;
    text = text.replace(pattern, (found) => found + added);
    missing.delete(where);
  }
  return text;
};
setTimeout(() => {
  if (missing.size > 0) console.error('not found: ' + [...missing.keys()]);
}, 5000).unref();
syncBuiltinESMExports();`),
};
