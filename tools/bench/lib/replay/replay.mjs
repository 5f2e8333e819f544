import pg from 'pg';
import { cpuOf } from '../cpu.mjs';
import { sendMany } from '../load.mjs';
import { notStored } from '../measure.mjs';
import { NOT_STORED } from '../rows.mjs';
import { whileRunning, withProvider } from '../running.mjs';
import { onCopy } from '../subjects.mjs';
import { writesOf } from '../windows.mjs';
import { splitMessages } from './messages.mjs';
import { recordStatements } from './recorder.mjs';

/** @typedef {import('../subjects.mjs').Subject} Subject */
/** @typedef {import('../postgres.mjs').Postgres} Postgres */
/** @typedef {import('./recorder.mjs').Recording & { answers: string[], failures: number }} Checkouts */

const CHECKOUTS = 800;
/** Sent before: each connection prepares its statements. */
const WARM_CHECKOUTS = 400;
/** Of the replay: a new backend reads the catalogue, and plans the statements. */
const WARM_SHARE = 1 / 4;

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const READY_FOR_QUERY = 'Z';

/**
 * What Postgres spends on the statements of checkouts that came one by one or many at once (then a service may join
 * them), sent over one connection. Nobody else's statements, and no scheduling, blur a small difference.
 * @param {Subject} subject
 * @param {import('../options.mjs').Options} options
 * @param {Postgres} postgres
 * @returns {Promise<Record<string, number>>} figures by row
 */
export async function replay(subject, options, postgres) {
  subject.recorded ??= {
    '48 connections': await record(subject, options, postgres, 48),
    one: await record(subject, options, postgres, 1),
  };
  /** @type {Record<string, number> & { failures: number }} */
  const figures = { failures: 0 };
  for (const [way, checkouts] of Object.entries(subject.recorded)) {
    const { cpu, wal, missing } = await onCopy(subject, postgres, (url) =>
      play(subject, checkouts, postgres.admin, url),
    );
    figures[`replayed, ${way}: CPU ms of Postgres`] = cpu;
    figures[`replayed, ${way}: WAL KB`] = wal;
    figures[NOT_STORED] = (figures[NOT_STORED] ?? 0) + missing;
    figures.failures += checkouts.failures;
  }
  return figures;
}

/** @param {Subject} subject @param {import('../options.mjs').Options} options @param {Postgres} postgres @param {number} connections @returns {Promise<Checkouts>} */
const record = (subject, options, postgres, connections) =>
  onCopy(subject, postgres, async (databaseUrl) => {
    const recorder = await recordStatements(databaseUrl);
    try {
      return await withProvider(0, (provider) =>
        whileRunning(subject, { databaseUrl: recorder.url, provider, options }, async (_, anyLoad) => {
          const load = { ...anyLoad, connections: Math.min(connections, options.connections) };
          await sendMany(load, WARM_CHECKOUTS);
          recorder.begin();
          const { answers, failures } = await sendMany(load, CHECKOUTS);
          return { ...recorder.end(), answers, failures };
        }),
      );
    } finally {
      recorder.close();
    }
  });

/** @param {Subject} subject @param {Checkouts} checkouts @param {pg.Client} admin @param {string} url @returns {Promise<{ cpu: number, wal: number, missing: number }>} of one checkout */
async function play(subject, { prepared, turns, answers }, admin, url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const send = sender(client);
  await send(Buffer.concat([...prepared, SYNC]));
  const warm = Math.floor(turns.length * WARM_SHARE);
  for (const turn of turns.slice(0, warm)) await send(turn);
  const [cpu, { wal }] = [cpuOf(rows[0].pid).all, await writesOf(admin)];
  for (const turn of turns.slice(warm)) await send(turn);
  const made = answers.length * (1 - WARM_SHARE);
  const spent = { cpu: cpuOf(rows[0].pid).all - cpu, wal: (await writesOf(admin)).wal - wal };
  await client.end();
  return { cpu: spent.cpu / made, wal: spent.wal / made / 1024, missing: await notStored(subject, answers, url) };
}

/** Takes the connection from its client. @param {pg.Client} client @returns {(turn: Buffer) => Promise<void>} resolves when Postgres is ready again */
function sender(client) {
  const { stream } = /** @type {{ connection: { stream: import('node:net').Socket } }} */ (
    /** @type {unknown} */ (client)
  ).connection;
  /** @type {() => void} */
  let ready = () => undefined;
  stream.removeAllListeners('data').on(
    'data',
    splitMessages((type) => {
      if (type === READY_FOR_QUERY) ready();
    }),
  );
  return (turn) =>
    new Promise((resolve) => {
      ready = resolve;
      stream.write(turn);
    });
}
