import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '#scripts/lib/client/pack.mjs';
import { sampleIn } from '../support/documents.js';
import { deliveriesIn, killAtRow, preloading } from '../support/journal-kills.js';
import type { KillAt } from '../support/journal-kills.js';
import { PROJECT, startProgram } from '../support/programs.js';
import type { Program } from '../support/programs.js';
import { htmlPage, PROXY_STATUSES, Relay } from '../support/relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const world = useWorld();
let relay: Relay;
let folder: string;
let shop: Program | undefined;
let journals = 0;

beforeAll(async () => {
  relay = await Relay.start(world.service.url);
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-shop-'));
  for (const file of ['shop/shop.mjs', 'shop/mail.mjs', 'journal.mjs'])
    cpSync(join('examples', file), join(folder, file));
  const installed = join(folder, 'node_modules/@ramp-checkout/client');
  mkdirSync(installed, { recursive: true });
  cpSync('client/package.json', join(installed, 'package.json'));
  // The bundler takes it into the client, and looks for it there.
  symlinkSync(join(PROJECT, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'));
  await buildClient(join(installed, 'dist'));
});
afterEach(async () => {
  relay.act = () => 'pass';
  if (shop?.isRunning() === true) await shop.kill();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await relay.stop();
});

const newJournal = (): string => join(folder, `journal-${(journals += 1)}.jsonl`);
const deliveredIn = (journal: string): string[] => deliveriesIn(readFileSync(journal, 'utf8'));

function start(journal: string, environment: Readonly<Record<string, string>> = {}): Program {
  shop = startProgram('shop', join(folder, 'shop/shop.mjs'), {
    RAMP_CHECKOUT_URL: relay.url,
    PORT: '0',
    JOURNAL: journal,
    ...environment,
  });
  return shop;
}

async function buyAt(program: Program, given: Readonly<Record<string, string>> = {}): Promise<Response> {
  const [, url = ''] = await program.says(/shop: (http\S+)/);
  const form = await (await fetch(url)).text();
  const key = /name="key" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const body = (): URLSearchParams => new URLSearchParams({ key, address: ADDRESS, ...given });
  const [answer, again] = await Promise.all(
    [1, 2].map(() => fetch(url, { method: 'POST', body: body(), redirect: 'manual' })),
  );
  // An impatient customer's second press is the same order.
  expect(again!.headers.get('location')).toBe(answer!.headers.get('location'));
  return answer!;
}

async function newestNumber(): Promise<string> {
  const [newest] = await world.rows.query<{ number: string }>(
    'SELECT merchant_order_no AS number FROM orders ORDER BY created_at DESC LIMIT 1',
  );
  return newest!.number;
}

async function payAt(answer: Response): Promise<string> {
  const number = await newestNumber();
  await pressButton(answer.headers.get('location') ?? '', 'pay');
  await world.rows.untilStatus(number, 'COMPLETED');
  return number;
}

/** A problem as the service answers it. */
const problem = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({ type: 't', title: 'Title', status, code, detail: 'What is wrong.', traceId: 'x' }),
});

describe('the example shop', () => {
  it('sells, says what it refuses, and delivers once, over a kill while the customer pays', async () => {
    const journal = newJournal();
    const first = start(journal);
    expect(await (await buyAt(first, { address: 'nowhere' })).text()).toMatch(/^[A-Z][^<]+$/);
    const answer = await buyAt(first);
    await first.says(new RegExp(`^${await newestNumber()} order\\.created `, 'm'));
    await first.kill();
    const number = await payAt(answer);
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    const second = start(journal);
    await second.says(new RegExp(`^${number} order\\.completed COMPLETED 0x[0-9a-f]+$`, 'm'));
    await expect.poll(() => deliveredIn(journal)).toEqual([number]);
  });

  it('mails the private link of a completed order, after a failure at the next start', async () => {
    const journal = newJournal();
    const mails = join(folder, 'mails');
    const first = start(journal, { MAIL_COMMAND: 'false' });
    const email = 'ann@example.org';
    const number = await payAt(await buyAt(first, { email }));
    await first.says(/^mail: false ended with 1$/m);
    await first.kill();
    start(journal, { MAIL_COMMAND: `cat >> ${mails}` });
    await until('mailed', () => Promise.resolve(readFileSync(journal, 'utf8').includes(`{"mailed":"${number}"}`)));
    const mail = readFileSync(mails, 'utf8');
    expect(mail).toMatch(/^To: ann@example\.org\r$/m);
    expect(mail).toContain(`${relay.url}/orders/${number}`);
  });

  it.each<KillAt>(['before', 'half', 'after'])('delivers once although it is killed: %s its delivery', async (at) => {
    const journal = newJournal();
    const { nextCursor } = (await world.service.get('/v1/events?after=latest')).body;
    writeFileSync(journal, `${JSON.stringify({ cursor: nextCursor })}\n`);
    const killed = start(journal, { NODE_OPTIONS: preloading(killAtRow('{"delivery"', at)) });
    const number = await payAt(await buyAt(killed));
    expect(await killed.ended).toBe('SIGKILL');
    start(journal);
    await until('delivered', () => Promise.resolve(deliveredIn(journal).length > 0));
    // Once more from the beginning of all that is kept.
    await shop!.kill();
    const rows = readFileSync(journal, 'utf8')
      .split('\n')
      .filter((row) => row.includes('"delivery"'));
    writeFileSync(
      journal,
      rows.map((row) => `${JSON.stringify({ delivery: (JSON.parse(row) as Row).delivery })}\n`).join(''),
    );
    const again = start(journal);
    await again.says(new RegExp(`^${number} order\\.completed`, 'm'));
    await until('all is read', () => Promise.resolve(deliveredIn(journal).includes(number)));
    expect(deliveredIn(journal).filter((one) => one === number)).toEqual([number]);
  });

  it('reads all completed orders when its cursor is too old, and delivers each once', async () => {
    const journal = newJournal();
    const first = start(journal);
    const number = await payAt(await buyAt(first));
    await first.says(new RegExp(`^${number} delivered$`, 'm'));
    await first.kill();
    const later = await payAt(await (async () => buyAt(start(newJournal())))());
    await shop!.kill();
    let refusals = 1;
    relay.act = ({ path }) =>
      path.startsWith('/v1/events') && (refusals -= 1) >= 0 ? problem(410, 'cursor_expired') : 'pass';
    const second = start(journal);
    await second.says(new RegExp(`^${later} delivered$`, 'm'));
    const delivered = deliveredIn(journal);
    expect(delivered).toEqual([...new Set(delivered)]);
    expect(delivered).toEqual(expect.arrayContaining([number, later]));
  });

  it('delivers no sale, though it is completed', async () => {
    const sale = `${newNumber()}..sell-done`;
    await world.sandbox.control('POST', '/sell-orders', { merchantOrderNo: sale });
    expect((await world.service.post('/v1/sell-orders', { merchantOrderNo: sale })).status).toBe(201);
    await world.rows.untilStatus(sale, 'COMPLETED');
    const journal = newJournal();
    const program = start(journal);
    const bought = await payAt(await buyAt(program));
    await program.says(new RegExp(`^${sale} sell_order\\.completed COMPLETED`, 'm'));
    await program.says(new RegExp(`^${bought} delivered$`, 'm'));
    expect(deliveredIn(journal)).not.toContain(sale);
  });
});

interface Row {
  readonly delivery?: string;
}

it('runs the sample of the documents through a load balancer that fails: one order, and when to deliver', async () => {
  const relay = await Relay.start(world.service.url);
  const pages = PROXY_STATUSES.map((status) => htmlPage(status, true));
  relay.act = ({ method }) => (method === 'POST' && pages.shift()) || 'pass';
  writeFileSync(join(folder, 'sample.mjs'), sampleIn(readFileSync('docs/integrate.md', 'utf8'), 'js'));
  const cart = checkoutBody();
  const driver = `
    import { buy, outcome } from './sample.mjs';
    const order = await buy(${JSON.stringify(cart)});
    console.log('pay at', order.payUrl);
    console.log(await outcome(order.merchantOrderNo));`;
  writeFileSync(join(folder, 'driver.mjs'), driver);
  const environment = { RAMP_CHECKOUT_URL: relay.url, RAMP_CHECKOUT_KEY: 'ignored' };
  const program = startProgram('driver', join(folder, 'driver.mjs'), environment);
  try {
    const [, payUrl = ''] = await program.says(/pay at (http\S+)/);
    await pressButton(payUrl, 'pay');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/(?:^|\n)deliver\n$/);
    expect(await world.sandbox.creates(String(cart['merchantOrderNo']))).toHaveLength(1);
  } finally {
    await relay.stop();
  }
});
