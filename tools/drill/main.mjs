// npm run drill: kills replicas and Postgres under load and checks that no order is lost or made twice. See --help.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { newCredentials } from '../demo/programs.mjs';
import { death, migrate } from '../demo/steps.mjs';
import { onStop } from '../demo/stopping.mjs';
import { audit } from './audit.mjs';
import { standbyOf, startCrashingPostgres } from './crashing-postgres.mjs';
import { comeAgain, letIn } from './crowd.mjs';
import { openEntrance } from './entrance.mjs';
import { figuresOf } from './figures.mjs';
import { startHaCluster } from './ha/cluster.mjs';
import { newFront } from './front.mjs';
import { Journal } from './journal.mjs';
import { drillOf, PROGRAM } from './options.mjs';
import { isPaidLate, planChaos, planCustomers, planStrikes } from './plan.mjs';
import { startProvider } from './provider.mjs';
import { openReceiver } from './receiver.mjs';
import { DRILL_SETTINGS, newReplica } from './replica.mjs';
import { payLate, settle } from './settle.mjs';
import { steadyPort } from './steady-port.mjs';
import { lookInto } from './stored.mjs';
import { strikeAll } from './strikes.mjs';
import { addsUp, complaints, disturbedLine, progressLine, struckLine, table } from './words.mjs';
import { removePostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { runTool } from '../../scripts/lib/options.mjs';
import { secondsSince } from '../../scripts/lib/project.mjs';

const SETTLING_MS = 240_000;
const PROGRESS_MS = 5000;
const PATIENCE_MS = 15_000;

/** @typedef {import('./options.mjs').DrillOptions} DrillOptions */

/** Stop functions of the running parts, in the order of their start. @type {(() => Promise<unknown> | unknown)[]} */
const running = [];
const stopping = onStop(() => process.exit(130)); // tethers and Postgres' guardian end the rest

setMaxListeners(0, stopping); // each waiting customer adds a listener

/**
 * @param {DrillOptions} options
 * @param {string} scratch
 * @param {(text: string) => void} say
 */
async function drill(options, scratch, say) {
  const since = performance.now();
  const step = async (/** @type {string} */ what, /** @type {() => Promise<any>} */ work) => {
    stopping.throwIfAborted();
    const began = performance.now();
    const result = await work();
    say(`  ${what.padEnd(40)} ${secondsSince(began)}\n`);
    return result;
  };
  const { postgres, provider, replicas, fronts, receiver, wiring } = await startAll(options, scratch, step);
  const stored = lookInto(postgres.url);
  running.push(() => stored.leave());
  const front = newFront(
    fronts.map(({ url }) => url),
    stopping,
  );
  const journal = new Journal();
  await tellOf(receiver, front);
  receiver.falter();
  await provider.disturb(planChaos(options.seed));
  const began = performance.now();
  const customers = planCustomers({ ...options, replicas: fronts.length });
  const crowd = letIn(customers, options, { front, provider, journal, signal: stopping });
  const progress = () =>
    progressLine({
      ms: performance.now() - began,
      came: crowd.came(),
      all: options.checkouts,
      answered: crowd.answered(),
      waiting: front.waiting(),
    });
  const timer = setInterval(() => say(progress()), PROGRESS_MS);
  running.push(() => clearInterval(timer));
  const tell = (/** @type {import('./strikes.mjs').Struck} */ struck) => say(struckLine(struck));
  const strikes = strikeAll(planStrikes(options), {
    ...{ replicas, postgres, stored, front, tell, crowd },
    migrate: () => migrate(postgres.url, join(scratch, 'logs', 'migrations.log'), stopping),
    signal: stopping,
  });
  const fallen = Promise.race([death(provider.program), ...replicas.map((replica) => fellBy(replica))]);
  const [struck] = await Promise.race([Promise.all([strikes, crowd.gone]), fallen]);
  clearInterval(timer);
  say(progress());
  let again = 0;
  if (options.promotions + options.restores > 0) {
    again = await comeAgain(customers, { front, provider, journal, stored, signal: stopping });
    say(`  ${again} customers whose orders were lost come again\n`);
  }
  const late = await payLate(provider, stored, (tradeNo) => isPaidLate(options.seed, tradeNo));
  say(`  ${late} people pay on old pages; from here on nothing is disturbed any more\n`);
  await provider.behave();
  receiver.recover();
  const settlingMs = await settle(provider, stored, receiver, {
    patienceMs: SETTLING_MS,
    signal: stopping,
    tell: ({ driven, different, messages }) =>
      say(
        `  settling: ${driven > 0 ? `${driven} orders are still being made` : `${different} differences`}, ${messages} messages on their way\n`,
      ),
    redeliver: (id) => front.send(0, 'POST', `/v1/admin/deliveries/${id}/redeliver`),
  });
  say(`  settled after ${(settlingMs / 1000).toFixed(1)} s\n`);
  await step('stopping the replicas', () => Promise.all(replicas.map((replica) => replica.stop(PATIENCE_MS))));
  const facts = {
    told: journal.orders,
    provider: await provider.all(),
    stored: await stored.everything(),
    struck,
    noticed: noticedIn(join(scratch, 'logs')),
    messages: receiver.messages,
    ...(await step('report and history', () => audit(wiring, stopping))),
  };
  const { callbacks, faults } = await provider.summary();
  say(disturbedLine(faults, callbacks, receiver.refused()));
  const figures = figuresOf(facts);
  return {
    figures,
    struck,
    again,
    disturbed: { calls: faults, callbacks, messages: receiver.refused() },
    settlingMs,
    tookMs: performance.now() - since,
  };
}

/**
 * Registers the merchant's receiver as a webhook endpoint for all events.
 * @param {import('./receiver.mjs').Receiver} receiver
 * @param {import('./front.mjs').Front} front
 */
async function tellOf(receiver, front) {
  const { status, body } = await front.send(0, 'POST', '/v1/admin/webhooks', { url: receiver.url, events: ['*'] });
  if (status !== 201) throw new Error(`the webhook endpoint was answered with ${status}: ${JSON.stringify(body)}`);
  receiver.know(body.secret);
}

/** @param {import('./replica.mjs').Replica} replica @returns {Promise<never>} */
async function fellBy(replica) {
  throw new Error(await replica.diedByItself());
}

/**
 * @param {DrillOptions} options
 * @param {string} scratch
 * @param {(what: string, work: () => Promise<any>) => Promise<any>} step
 */
async function startAll(options, scratch, step) {
  const log = (/** @type {string} */ name) => join(scratch, 'logs', `${name}.log`);
  await step('build', () => buildIfNeeded({ signal: stopping }));
  const dir = join(scratch, 'postgres');
  const postgres = await step(options.ha ? 'Patroni, etcd and haproxy' : 'Postgres', () =>
    startDurablePostgres(options, dir, log),
  );
  await step('migrations', () => migrate(postgres.url, log('migrations'), stopping));

  const credentials = newCredentials();
  const env = { ...ownEnvironment(), SERVICE_KEY: randomBytes(32).toString('base64') };
  const provider = await step('sandbox', async () =>
    startProvider({ port: await steadyPort(), env, log: log('sandbox') }, credentials),
  );
  running.push(() => provider.program.stop(PATIENCE_MS));
  const roles = options.ha ? ['api', 'api', 'worker'] : Array.from({ length: options.replicas }, () => 'api,worker');
  const ports = await Promise.all(roles.map(() => steadyPort()));
  const frontPorts = ports.filter((_, index) => roles[index] !== 'worker');
  const receiver = await openReceiver();
  running.push(() => receiver.close());
  const entrance = await openEntrance(frontPorts);
  running.push(() => entrance.close());
  const wiring = {
    ...env,
    ...DRILL_SETTINGS,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: entrance.url,
    RAMP_BASE_URL: provider.url,
    RAMP_APP_ID: credentials.appId,
    RAMP_APP_SECRET: credentials.appSecret,
    RAMP_ACCESS_TOKEN: credentials.accessToken,
  };
  const replicas = ports.map((own, index) => newReplica(index, own, { ...wiring, ROLES: roles[index] }, log, stopping));
  for (const replica of replicas) running.push(() => replica.crash()); // they hold no state that is still needed
  await step(`${replicas.length} replicas`, () => Promise.all(replicas.map((replica) => replica.start())));
  return { postgres, provider, replicas, fronts: replicas.slice(0, frontPorts.length), receiver, wiring };
}

/**
 * @param {DrillOptions} options
 * @param {string} dir
 * @param {(name: string) => string} log
 */
async function startDurablePostgres({ ha, async: isAsync, promotions }, dir, log) {
  if (ha) {
    const { stop, ready } = await startHaCluster({ dir, synchronous: !isAsync }, log, stopping);
    running.push(stop);
    return ready();
  }
  const postgres = await startCrashingPostgres(
    { dir, port: await steadyPort(), standby: promotions > 0 },
    log,
    stopping,
  );
  running.push(() => postgres.stop(3));
  return postgres;
}

/**
 * How often the service noticed that commits may be lost.
 * @param {string} logs
 */
function noticedIn(logs) {
  const texts = fs
    .readdirSync(logs)
    .filter((name) => name.startsWith('replica-'))
    .map((name) => fs.readFileSync(join(logs, name), 'utf8'));
  return texts.join('').split('database_lost_commits').length - 1;
}

/** System variables and the one setting that a drill may vary: it uses the default settings and its own. */
function ownEnvironment() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'DATABASE_GROUP_COMMIT'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

async function stopAll() {
  for (let last = running.pop(); last; last = running.pop()) {
    try {
      await last();
    } catch (error) {
      process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    }
  }
}

/** @param {DrillOptions} options */
async function main(options) {
  const say = (/** @type {string} */ text) => (options.json ? process.stderr : process.stdout).write(text);
  const scratch = fs.mkdtempSync(join(tmpdir(), 'ramp-checkout-drill-'));
  fs.chmodSync(scratch, 0o755); // as root, Postgres runs under another account
  fs.mkdirSync(join(scratch, 'logs'));
  say(`A drill of Ramp Checkout with --seed ${options.seed}\n`);
  let good = false;
  try {
    const outcome = await drill(options, scratch, say);
    good = addsUp(outcome.figures);
    if (options.json) process.stdout.write(`${JSON.stringify({ good, options, scratch, ...outcome }, null, 2)}\n`);
    else process.stdout.write(`\n${table(outcome.figures)}\n`);
    say(complaints(outcome.figures, process.stdout.isTTY));
    say(`  took ${(outcome.tookMs / 1000).toFixed(0)} s, seed ${options.seed}\n`);
    process.exitCode = good ? 0 : 1;
  } catch (error) {
    process.exitCode = stopping.aborted ? 130 : 2;
    if (stopping.aborted) say('  stopping\n');
    else process.stderr.write(`\nThe drill could not be carried out: ${/** @type {Error} */ (error).message}\n`);
  }
  await stopAll();
  if ((good || stopping.aborted) && !options.keep) await remove(scratch);
  else say(`  database and logs: ${scratch}\n`);
}

/** @param {string} scratch */
async function remove(scratch) {
  const dir = join(scratch, 'postgres');
  for (const one of [dir, standbyOf(dir)]) if (fs.existsSync(one)) await removePostgres(one);
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

await runTool(PROGRAM, (options) => main(drillOf(options, Math.random)));
process.exit();
