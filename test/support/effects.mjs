/**
 * Preloaded into the built service (`NODE_OPTIONS=--import`), which is unaware of it. Writes the name of each effect of the
 * process to standard error, in order, and kills the process with SIGKILL after `DIE_AFTER_EFFECTS` of them: the effect
 * happened, but the service never learns of it. 0: just before the first.
 *
 * An effect is a statement that wrote something, or a call to the provider, answered or not. Reads and statements without a
 * write are no effects: dying at them leaves the same state as dying before. Nor is upkeep that serves no request: the share
 * of the rate, outbox positions, the key id.
 *
 * `HOLD_AFTER_RECORD` names a file: after its first record the process blocks until that file exists.
 */
import { existsSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/** Each pattern matches only its statement. */
const STATEMENTS = [
  ['reserve', /INSERT INTO orders/],
  ['record', /^\s*WITH\s+(?:locked|held) AS/],
  ['take drive', /UPDATE orders SET attempt_lease = \$2/],
  ['leave drive', /UPDATE orders SET attempt_lease = NULL/],
  ['claim drives', /UPDATE orders SET attempt_lease = \(/],
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

/** null: a read or upkeep. An unknown write reports itself, and matches no list of effects. */
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
  // All writes of the service go through the pool, which passes a callback.
  if (effect === null || typeof callback !== 'function') return query.call(this, sql, values, callback);
  begins();
  return query.call(this, sql, values, (error, result) => {
    // A reservation of a taken number writes nothing but returns a row.
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
  // The first listener.
  sent.once('response', () => {
    isAnswered = true;
    isDone(effect);
  });
  // Refused, broken or aborted; runs before the service's own listener.
  sent.once('error', () => {
    if (!isAnswered) isDone(effect);
  });
  return sent;
};
syncBuiltinESMExports();
