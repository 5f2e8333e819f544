// npm run demo: Postgres, migrations, the provider simulator and the service on a bare machine. See --help.
import { join, resolve } from 'node:path';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { emptyFolder, openFolder } from './folder.mjs';
import { newCredentials, startSandbox, startService } from './programs.mjs';
import { startReceiver } from './receiver.mjs';
import { databaseDeath, death, migrate, startDatabase } from './steps.mjs';
import { onStop } from './stopping.mjs';
import { portNote, progressLine, whereToLook } from './words.mjs';
import { flag, runTool, text, whole } from '../../scripts/lib/options.mjs';
import { portNear } from '../../scripts/lib/ports.mjs';
import { projectRoot, secondsSince } from '../../scripts/lib/project.mjs';

// Their sum stays below the 15 s in which the demo must stop.
const PATIENCE = { serviceMs: 7000, sandboxMs: 2000, postgresS: 3 };

/** @typedef {{ name: string, stop: () => Promise<void> | void, kill?: () => void }} Started */

const say = (/** @type {string} */ text) => void process.stdout.write(text);
const complain = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

/** Running parts in the order of their start. @type {Started[]} */
const running = [];

const stopping = onStop(() => {
  for (const { kill } of running) kill?.();
  say('killed\n'); // Postgres' guardian stops the database after this process has ended
  process.exit(130);
});

/**
 * @template T
 * @param {string} what
 * @param {string} doing text shown during the step
 * @param {(doing: (text: string) => void) => Promise<T>} work may update the text
 * @param {(result: T) => string} tell
 */
async function step(what, doing, work, tell) {
  stopping.throwIfAborted();
  const since = performance.now();
  const show = (/** @type {string} */ text) => say(progressLine(what, `${text} …`));
  show(doing);
  const result = await work(show);
  say(progressLine(what, tell(result), secondsSince(since)));
  return result;
}

/** @param {{ data: string, fresh: boolean, port: number, 'sandbox-port': number, 'no-callbacks': boolean, verbose: boolean }} options */
async function start(options) {
  const givenDatabase = process.env['DATABASE_URL'] ?? '';
  const folder = openFolder(resolve(options.data));
  say('Starting the demo of Ramp Checkout.\n');
  if (options.fresh)
    await step(
      'fresh',
      'deleting what earlier demos left',
      () => emptyFolder(folder, !givenDatabase),
      () => `deleted what was in ${folder.path}`,
    );
  await step(
    'build',
    'looking for changes',
    (doing) => buildIfNeeded({ signal: stopping, onPart: (name) => doing(`building the ${name}`) }),
    (result) => result,
  );
  const postgres = givenDatabase ? undefined : await startPostgres(folder.postgres);
  const databaseUrl = postgres?.url ?? givenDatabase;
  await step(
    'migrations',
    'preparing the database',
    () => migrate(databaseUrl, folder.log('migrations'), stopping),
    (result) => result,
  );

  const credentials = newCredentials();
  const watch = (/** @type {import('./program.mjs').Program} */ program, /** @type {number} */ patienceMs) => {
    running.push({ name: program.name, stop: () => program.stop(patienceMs), kill: program.kill });
  };
  const sandboxPort = await portNear(options['sandbox-port'], [options.port]);
  say(portNote('sandbox', options['sandbox-port'], sandboxPort));
  const env = {
    ...process.env,
    SANDBOX_CALLBACKS: options['no-callbacks'] ? 'off' : 'on',
    SANDBOX_STATE_FILE: folder.sandboxState,
  };
  const { verbose } = options;
  const sandbox = startSandbox({ port: sandboxPort, env, log: folder.log('sandbox'), verbose }, credentials);
  watch(sandbox.program, PATIENCE.sandboxMs);
  const sandboxUrl = await step(
    'sandbox',
    'starting the provider simulator',
    () => unlessStopped(sandbox.ready),
    (url) => url,
  );

  const port = await portNear(options.port);
  say(portNote('service', options.port, port));
  const wiring = { port, verbose, databaseUrl, sandboxUrl };
  const service = startService(wiring, credentials, folder, stopping);
  watch(service.program, PATIENCE.serviceMs);
  const serviceUrl = await step(
    'service',
    'starting the service',
    () => unlessStopped(service.ready),
    (url) => url,
  );

  const shop = await step(
    'shop',
    'starting a receiver of webhooks',
    async () => {
      const receiver = await startReceiver({ port: await portNear(0), serviceUrl }, folder);
      watch(receiver.program, PATIENCE.sandboxMs);
      return { program: receiver.program, url: await unlessStopped(receiver.ready) };
    },
    ({ url }) => url,
  );

  const database = postgres?.home ?? 'your own, from DATABASE_URL';
  say(whereToLook({ service: serviceUrl, sandbox: sandboxUrl, database, folder }, new Date()));
  const deaths = [sandbox, service, shop].map(({ program }) => death(program));
  if (postgres) deaths.push(databaseDeath(postgres, stopping));
  await unlessStopped(Promise.race(deaths));
}

/** @param {string} dir */
async function startPostgres(dir) {
  const postgres = await step(
    'postgres',
    'starting a private Postgres',
    () => startDatabase(dir, stopping),
    ({ port, adopted }) => (adopted ? `found running on port ${port}` : `on port ${port}`),
  );
  running.push({ name: 'postgres', stop: () => postgres.stop(PATIENCE.postgresS) });
  return postgres;
}

/** @template T @param {Promise<T>} promise */
function unlessStopped(promise) {
  const stopped = new Promise((_, reject) => {
    if (stopping.aborted) reject(stopping.reason);
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true });
  });
  return Promise.race([promise, stopped]);
}

async function stopAll() {
  for (let last = running.at(-1); last; last = running.at(-1)) {
    try {
      await last.stop();
    } catch (error) {
      complain(`${last.name}: ${/** @type {Error} */ (error).message}`);
    }
    running.pop();
  }
}

/** @type {readonly [number, number]} */
const PORTS = [0, 65_535];

await runTool(
  {
    about: `npm run demo [-- options]

Runs the whole of it on this machine and nothing else: a private Postgres, the provider simulator, the service,
and a shop's receiver of webhooks.
`,
    options: {
      port: whole('of the service; another one when it is taken', 3000, PORTS),
      'sandbox-port': whole('of the provider simulator; another one when it is taken', 4010, PORTS),
      data: text('DIR', 'where data and logs are kept (.demo in the project)', join(projectRoot, '.demo')),
      fresh: flag("deletes the demo's data first"),
      'no-callbacks': flag('the simulator sends no callbacks: the service finds everything out by asking'),
      verbose: flag('shows the logs here as well'),
    },
    more: '\nA Postgres of your own is used when DATABASE_URL is set.\n',
    failure: 1,
  },
  async (options) => {
    try {
      await start(options);
    } catch (error) {
      if (!stopping.aborted) {
        process.exitCode = 1;
        complain(`\nThe demo ends: ${/** @type {Error} */ (error).message}`);
      }
    }
    if (stopping.aborted) say('\nStopping …\n');
    const started = running.length > 0;
    await stopAll();
    if (started) say('stopped\n');
  },
);
process.exit();
