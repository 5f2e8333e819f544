/**
 * Loaded before the built service (`NODE_OPTIONS=--import`), which knows nothing of it. Writes the name of each effect of
 * the process to standard error, in the order in which they were done, and ends the process by SIGKILL when
 * `DIE_AFTER_EFFECTS` are done: the effect has happened, and the service never sees that it has. 0: just before the first.
 *
 * An effect is a statement that wrote something, or a call to the provider, answered or not. Reads and statements that
 * found nothing to write are none: a process that dies at them leaves what one leaves that dies before. What the process
 * does for its upkeep, whatever it is asked for, is none either: its share of the rate, places in the outbox, the id of its key.
 *
 * `HOLD_AFTER_RECORD` names a file: after its first record the process stands still until that file is there.
 */
import { existsSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/** By what only this statement says. */
const STATEMENTS = [
  ['reserve', /INSERT INTO orders/],
  ['record', /^\s*WITH\s+(?:locked|held) AS/],
  ['take drive', /UPDATE orders SET drive_lease = \$2/],
  ['leave drive', /UPDATE orders SET drive_lease = NULL/],
  ['claim drives', /UPDATE orders SET drive_lease = \(/],
  ['receipt', /INSERT INTO callback_receipts/],
  ['hint', /INSERT INTO schedules AS s \(trade_no, hinted_at/],
  ['claim', /UPDATE schedules SET lease_id = \$1/],
  ['lease', /INSERT INTO schedules AS s \(trade_no, lease_id/],
  ['run', /INSERT INTO reconciliation_runs/],
];
const CALLS = {
  '/merchant/getToken': 'token',
  '/trade/create': 'create',
  '/query/trade': 'query',
  '/order/quote': 'quote',
  '/crypto/list': 'list',
};

const dieAfter = Number(process.env['DIE_AFTER_EFFECTS'] ?? Infinity);
const holdUntil = process.env['HOLD_AFTER_RECORD'];
let done = 0;
let isHeld = holdUntil !== undefined;

function begins() {
  if (dieAfter === 0) die();
}

function isDone(effect) {
  done += 1;
  process.stderr.write(`effect: ${effect}\n`);
  if (done >= dieAfter) die();
  if (isHeld && effect === 'record') hold();
}

function hold() {
  isHeld = false;
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(holdUntil)) Atomics.wait(nothing, 0, 0, 10);
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** null: it only reads, or keeps the process up. A statement that nobody has named shows as what it is, and no list of effects holds it. */
function effectOf(sql) {
  const known = STATEMENTS.find(([, pattern]) => pattern.test(sql));
  if (known !== undefined) return known[0];
  if (/UPDATE call_budget|UPDATE database_epoch|outbox_head|INSERT INTO service_keys/.test(sql)) return null;
  return /\b(INSERT|UPDATE|DELETE|MERGE|CALL)\b/i.test(sql) ? `unnamed statement ${sql.trim().slice(0, 80)}` : null;
}

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (sql, values, callback) {
  const text = typeof sql === 'string' ? sql : sql?.text;
  const effect = typeof text === 'string' ? effectOf(text) : null;
  // Everything that the service writes goes through the pool, which gives a callback.
  if (effect === null || typeof callback !== 'function') return query.call(this, sql, values, callback);
  begins();
  return query.call(this, sql, values, (error, result) => {
    // A reservation of a number that is taken writes nothing, and gives a row all the same.
    if (!error && result.rowCount > 0 && result.rows[0]?.isNew !== false) isDone(effect);
    callback(error, result);
  });
};

const request = http.request;
http.request = function (...args) {
  begins();
  const sent = request.apply(this, args);
  const [path] = sent.path.split('?');
  const call = Object.keys(CALLS).find((end) => path.endsWith(end));
  const effect = call === undefined ? `unnamed call ${path}` : CALLS[call];
  let isAnswered = false;
  // The first to hear of it.
  sent.once('response', () => {
    isAnswered = true;
    isDone(effect);
  });
  // Refused, broken or given up: the service would hear of it next.
  sent.once('error', () => {
    if (!isAnswered) isDone(effect);
  });
  return sent;
};
syncBuiltinESMExports();
