// npm run bench: the cost of a checkout, beside two rivals. See --help.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { guardPostgres } from '../../scripts/lib/postgres/guard.mjs';
import { measure } from './lib/measure.mjs';
import { HELP, parseBenchOptions } from './lib/options.mjs';
import { benchTable } from './lib/table.mjs';

const say = (/** @type {string} */ text) => void process.stderr.write(text);

/** @param {import('./lib/options.mjs').Options} options */
async function bench(options) {
  await buildIfNeeded();
  const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-bench-'));
  const guard = guardPostgres(dir, 'remove');
  try {
    // Postgres' defaults: commits are durable.
    const { url } = await startPostgres({ dir });
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const { rows } = await admin.query(`SELECT pg_read_file('postmaster.pid') AS file`);
    const postmaster = Number(rows[0].file.split('\n')[0]);
    const rounds = [];
    for (let round = 1; round <= options.rounds; round++) {
      for (const name of options.subjects) {
        say(`round ${round} of ${options.rounds}: ${name}\n`);
        rounds.push(await measure(name, options, { admin, url, postmaster }, round));
      }
    }
    await admin.end();
    return rounds;
  } finally {
    await guard.release();
    rmSync(dir, { recursive: true, force: true });
  }
}

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(HELP);
  else {
    const rounds = await bench(options);
    process.stdout.write(options.json ? `${JSON.stringify(rounds, null, 2)}\n` : benchTable(rounds, options.subjects));
  }
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 2;
}
