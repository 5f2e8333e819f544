// npm run drill: kills replicas and Postgres under load and checks that no order is lost or made twice. See --help.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { removePostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { runTool } from '../../scripts/lib/options.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { projectRoot, secondsSince } from '../../scripts/lib/project.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { newCredentials } from '../demo/programs.mjs';
import { built, death, migrate } from '../demo/steps.mjs';
import { onStop } from '../demo/stopping.mjs';
import { standbyOf, startCrashingPostgres } from './crashing-postgres.mjs';
import { Crowd } from './crowd.mjs';
import { startHaCluster } from './ha/cluster.mjs';
import { differences, neverCame, problemsOf } from './outcome.mjs';
import { drillOf, planCustomers, planFaults, planStrikes, PROGRAM } from './plan.mjs';
import { startProvider } from './provider.mjs';
import { openReceiver } from './receiver.mjs';
import { DRILL_SETTINGS, newReplica } from './replica.mjs';
import { lookInto } from './stored.mjs';
import { strikeAll } from './strikes.mjs';

const SETTLING_MS = 240_000;
const PATIENCE_MS = 15_000;
const EXAMPLES = 5;

/** @typedef {import('./plan.mjs').DrillOptions} DrillOptions */

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
  const { seed, clients } = options;
  const step = async (/** @type {string} */ what, /** @type {() => Promise<any>} */ work) => {
    stopping.throwIfAborted();
    const began = performance.now();
    const result = await work();
    say(`  ${what.padEnd(40)} ${secondsSince(began)}\n`);
    return result;
  };
  const { postgres, provider, replicas, urls, settings } = await startAll(options, scratch, step);
  const stored = lookInto(postgres.url);
  running.push(() => stored.leave());
  const receiver = await openReceiver();
  running.push(() => receiver.close());
  const crowd = new Crowd(planCustomers(options), urls, provider, stopping);
  const endpoint = await crowd.send(0, 'POST', '/v1/admin/webhooks', { url: receiver.url, events: ['*'] });
  if (endpoint.status !== 201) throw new Error(`the webhook endpoint was answered with ${endpoint.status}`);
  receiver.falter();
  await provider.disturb(planFaults(seed));
  const strikes = planStrikes(options);
  const all = strikeAll(strikes, {
    replicas,
    postgres,
    crowd,
    clients,
    say,
    migrate: () => migrate(postgres.url, join(scratch, 'logs', 'migrations.log'), stopping),
    signal: stopping,
  });
  const fallen = Promise.race([death(provider.program), ...replicas.map((replica) => fellBy(replica))]);
  const [met] = await step('customers', () => Promise.race([Promise.all([all, crowd.come(clients)]), fallen]));
  const lostCommits = options.promotions + options.restores > 0;
  const again = lostCommits ? await crowd.comeAgain(stored) : 0;
  say(`  ${again} customers whose orders were lost came again; from here on nothing is disturbed any more\n`);
  await provider.behave();
  receiver.recover();
  await step('settling', () => settle(provider, stored, receiver, crowd));
  await step('stopping the replicas', () => Promise.all(replicas.map((replica) => replica.stop(PATIENCE_MS))));
  const orders = await provider.all();
  const everything = await stored.everything();
  const unsettled = differences(orders, everything).length;
  const { callbacks, faults } = await provider.summary();
  return {
    counts: {
      'orders asked for': crowd.customers.length,
      'orders at the provider': orders.length,
      'orders known here': everything.orders.length,
      'orders with a difference': unsettled,
      'messages for the shop': everything.messages.length,
      'attempts that met a dead shop': receiver.refused(),
      'orders lost with commits': again,
      'kills, crashes and cuts': strikes.length,
      'of them with requests waiting': met,
    },
    problems: problemsOf({
      told: crowd.told,
      provider: orders,
      stored: everything,
      report: await account('report', settings),
      history: await account('verify-history', settings),
      lostCommits,
      failovers: options.promotions + options.restores + options.leaders,
      noticed: noticedIn(join(scratch, 'logs')),
      messages: receiver.messages,
    }),
    disturbed: { calls: faults, callbacks },
  };
}

/** @param {import('./replica.mjs').Replica} replica @returns {Promise<never>} */
async function fellBy(replica) {
  throw new Error(await replica.diedByItself());
}

/**
 * Waits until the leases of killed processes have expired, all stored orders equal the provider's and the shop has every
 * message; or until patience is over: then the problems show what is left. Redelivers messages whose next attempt is
 * minutes away, as staff would.
 * @param {import('./provider.mjs').Provider} provider
 * @param {import('./stored.mjs').Stored} stored
 * @param {Awaited<ReturnType<typeof openReceiver>>} receiver
 * @param {Crowd} crowd
 */
async function settle(provider, stored, receiver, crowd) {
  for (const end = performance.now() + SETTLING_MS; performance.now() < end;) {
    const everything = await stored.everything();
    const isMaking = everything.orders.some(({ driven }) => driven);
    const left = [...differences(await provider.all(), everything), ...neverCame(receiver.messages, everything)];
    if (!isMaking && left.length === 0) return;
    for (const id of await stored.putOff()) await crowd.send(0, 'POST', `/v1/admin/deliveries/${id}/redeliver`);
    await sleep(2000, undefined, { signal: stopping });
  }
}

/** @param {string} name of a program @param {NodeJS.ProcessEnv} env */
async function account(name, env) {
  const options = { cwd: projectRoot, env, signal: stopping };
  const { code, output } = await run(process.execPath, [built(`src/cli/accounts/${name}.js`), '--json'], options);
  // 1: the data is wrong, which the problems show.
  if (code > 1) throw new Error(`${name} ended with ${code}:\n${output.slice(-2000)}`);
  return JSON.parse(output.slice(output.indexOf('{')));
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
  const env = { ...systemEnvironment(), SERVICE_KEY: randomBytes(32).toString('base64') };
  const provider = await step('sandbox', async () =>
    startProvider({ port: await freePort(), env, log: log('sandbox') }, credentials),
  );
  running.push(() => provider.program.stop(PATIENCE_MS));
  const roles = options.ha ? ['api', 'api', 'worker'] : Array.from({ length: options.replicas }, () => 'api,worker');
  const ports = await Promise.all(roles.map(() => freePort()));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`).filter((_, index) => roles[index] !== 'worker');
  const settings = {
    ...env,
    ...DRILL_SETTINGS,
    DATABASE_URL: postgres.url,
    RAMP_BASE_URL: provider.url,
    RAMP_APP_ID: credentials.appId,
    RAMP_APP_SECRET: credentials.appSecret,
    RAMP_ACCESS_TOKEN: credentials.accessToken,
  };
  const replicas = ports.map((port, index) => {
    // A dead replica loses the callbacks of its trades, as with a load balancer that has not noticed yet.
    const own = { ROLES: roles[index], PUBLIC_URL: urls[index] ?? urls[0] };
    return newReplica(index, port, { ...settings, ...own }, log, stopping);
  });
  for (const replica of replicas) running.push(() => replica.crash()); // they hold no state that is still needed
  await step(`${replicas.length} replicas`, () => Promise.all(replicas.map((replica) => replica.start())));
  return { postgres, provider, replicas, urls, settings };
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
  const where = { dir, port: await freePort(), standby: promotions > 0 };
  const postgres = await startCrashingPostgres(where, log, stopping);
  running.push(() => postgres.stop(3));
  return postgres;
}

/** How often the service noticed that commits may be lost. @param {string} logs */
function noticedIn(logs) {
  const names = fs.readdirSync(logs).filter((name) => name.startsWith('replica-'));
  const texts = names.map((name) => fs.readFileSync(join(logs, name), 'utf8'));
  return texts.join('').split('database_lost_commits').length - 1;
}

/** The drill uses the default settings and its own. */
function systemEnvironment() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
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

/** @param {Awaited<ReturnType<typeof drill>>} outcome */
function tableOf({ counts, problems }) {
  const counted = Object.entries(counts).map(([name, count]) => `  ${name.padEnd(42)} ${count}\n`);
  const found = Object.entries(problems).map(([name, all]) => {
    const examples = all.slice(0, EXAMPLES).map((one) => `    ${one}\n`);
    return `  ${name.padEnd(42)} ${all.length}${all.length > 0 ? ', must be 0' : ''}\n${examples.join('')}`;
  });
  return `\n${[...counted, '\n', ...found].join('')}\n`;
}

/** @param {DrillOptions} options */
async function main(options) {
  const say = (/** @type {string} */ text) => (options.json ? process.stderr : process.stdout).write(text);
  const since = performance.now();
  const scratch = fs.mkdtempSync(join(tmpdir(), 'ramp-checkout-drill-'));
  fs.chmodSync(scratch, 0o755); // as root, Postgres runs under another account
  fs.mkdirSync(join(scratch, 'logs'));
  say(`A drill of Ramp Checkout with --seed ${options.seed}\n`);
  let good = false;
  try {
    const outcome = await drill(options, scratch, say);
    good = Object.values(outcome.problems).flat().length === 0;
    const { seed } = options;
    if (options.json) process.stdout.write(`${JSON.stringify({ good, seed, scratch, ...outcome }, null, 2)}\n`);
    else say(tableOf(outcome));
    say(`  took ${secondsSince(since)}, seed ${seed}\n`);
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

await runTool(PROGRAM, (options) => main(drillOf(options)));
process.exit();
