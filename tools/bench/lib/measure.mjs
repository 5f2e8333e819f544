import pg from 'pg';
import { residentMegabytes } from './cpu.mjs';
import { NOT_STORED } from './rows.mjs';
import { whileRunning, withProvider } from './running.mjs';
import { onCopy } from './subjects.mjs';
import { inWindows } from './windows.mjs';

/**
 * Measures one subject on a copy of its template.
 * @param {import('./subjects.mjs').Subject} subject
 * @param {import('./options.mjs').Options} options
 * @param {import('./postgres.mjs').Postgres} postgres
 * @returns {Promise<Record<string, number>>} figures by row
 */
export const measure = (subject, options, postgres) =>
  onCopy(subject, postgres, (databaseUrl) =>
    withProvider(async (provider) => {
      const place = { databaseUrl, provider, options };
      const { answers, ...figures } = await whileRunning(subject, place, async (running, load) => ({
        'MB resident, idle': residentMegabytes(running.pid),
        ...(await inWindows(running, load, options, postgres)),
      }));
      return { ...figures, [NOT_STORED]: await notStored(subject, answers, databaseUrl) };
    }),
  );

/** @param {import('./subjects.mjs').Subject} subject @param {string[]} answers to checkouts @param {string} databaseUrl @returns {Promise<number>} */
async function notStored({ missing }, answers, databaseUrl) {
  const orders = answers.map((answer) => JSON.parse(answer));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const numbers = orders.map(({ merchantOrderNo }) => merchantOrderNo);
  const { rows } = await client.query(missing, [numbers, orders.map(({ payUrl }) => payUrl ?? null)]);
  await client.end();
  return rows[0].missing;
}
