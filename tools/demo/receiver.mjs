import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/lib/project.mjs';
import { startProgram } from './program.mjs';
import { death } from './steps.mjs';

/**
 * The shop's system and its webhook endpoint. Both stay the same across demos, so that events of the time in between
 * are delivered later.
 * @param {{ port: number, serviceUrl: string }} options
 * @param {import('./folder.mjs').DemoFolder} folder
 * @returns {Promise<{ program: import('./program.mjs').Program, ready: Promise<string> }>} `ready` gives its
 *   address
 */
export async function startReceiver({ port, serviceUrl }, folder) {
  const url = `http://127.0.0.1:${port}/`;
  const { PATH, HOME, SystemRoot } = process.env;
  const program = startProgram({
    name: 'shop',
    file: join(projectRoot, 'examples/receiver/receiver.mjs'),
    cwd: projectRoot,
    log: folder.log('shop'),
    verbose: true, // the demo shows the events that the shop receives
    env: {
      PATH,
      HOME,
      SystemRoot,
      PORT: String(port),
      JOURNAL: folder.journal,
      WEBHOOK_SECRET: await secretFor(url, serviceUrl, folder.endpoint),
    },
  });
  const listening = program.says(/receiver: (http:\S+)/).then(([, address = '']) => address);
  return { program, ready: Promise.race([listening, death(program)]) };
}

/** @param {string} url @param {string} serviceUrl @param {string} file with id and secret of the endpoint */
async function secretFor(url, serviceUrl, file) {
  const call = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
    const response = await fetch(`${serviceUrl}/v1/admin/webhooks${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: /** @type {any} */ (await response.json()) };
  };
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (kept !== null && (await call('PATCH', `/${kept.id}`, { url, enabled: true })).status === 200) return kept.secret;
  const { status, body } = await call('POST', '', { url, events: ['*'], description: 'the shop of the demo' });
  if (status !== 201) throw new Error(`the service made no webhook endpoint: ${JSON.stringify(body)}`);
  writeFileSync(file, JSON.stringify({ id: body.id, secret: body.secret }), { mode: 0o600 });
  return body.secret;
}
