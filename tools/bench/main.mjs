// npm run bench: what a checkout costs, beside two rivals and other builds. See --help.
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { runTool } from '../../scripts/lib/options.mjs';
import { secondsSince } from '../../scripts/lib/project.mjs';
import { growth } from './growth/growth.mjs';
import { measure } from './lib/measure.mjs';
import { benchOf, PROGRAM } from './lib/options.mjs';
import { withPostgres } from './lib/postgres.mjs';
import { NOT_STORED } from './lib/rows.mjs';
import { prepare } from './lib/subjects.mjs';
import { benchTable } from './lib/table.mjs';

/** Orders of the database that a large one is compared with. */
const SMALL = 20_000;

/** @param {import('./lib/options.mjs').Options} options @param {import('./lib/postgres.mjs').Postgres} postgres */
async function bench(options, postgres) {
  const subjects = [];
  for (const name of options.subjects) subjects.push(await prepare(name, postgres));
  /** @type {import('./lib/table.mjs').Round[]} */
  const rounds = [];
  for (let round = 1; round <= options.rounds; round++) {
    // Whatever slowly changes on the machine meets each subject early and late.
    for (const subject of round % 2 === 1 ? subjects : subjects.toReversed()) {
      const since = performance.now();
      const figures = await measure(subject, options, postgres);
      rounds.push({ round, subject: subject.name, isOwn: subject.isOwn, figures });
      process.stderr.write(`round ${round} of ${options.rounds}, ${subject.name}: ${secondsSince(since)}\n`);
    }
  }
  return rounds;
}

await runTool(PROGRAM, async (given) => {
  const options = benchOf(given);
  await buildIfNeeded();
  if (options.orders !== null) {
    process.stdout.write(await growth({ small: SMALL, orders: options.orders, all: options.all }));
    process.exit();
  }
  /** @type {import('./lib/table.mjs').Round[]} */
  const rounds = await withPostgres((postgres) => bench(options, postgres));
  process.stdout.write(options.json ? `${JSON.stringify(rounds, null, 2)}\n` : benchTable(rounds));
  if (rounds.some(({ figures }) => figures['failures'] || figures[NOT_STORED])) process.exitCode = 1;
});
