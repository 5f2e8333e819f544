import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { build } from 'vite';
import type * as Client from '#client/src/index.js';
import { installPacked, packClient } from '#scripts/lib/client/pack.mjs';
import { packageCommand } from '#scripts/lib/project.mjs';
import { PROJECT, startProgram } from '../support/programs.js';
import { pressButton } from '../support/sandbox-client.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

/** Compilers and npm take their time on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

describe('the packed client, installed', () => {
  let world: World;
  let folder: string;

  beforeAll(async () => {
    world = await startWorld();
    folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-shop-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await installPacked(folder, [await packClient()]);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world.close();
  });

  it('needs nothing beside it', () => {
    const files = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
    expect(Object.keys((JSON.parse(files) as { packages: object }).packages).sort()).toEqual([
      'node_modules/@ramp-checkout/client',
    ]);
    expect(readFileSync(join(folder, 'node_modules/@ramp-checkout/client/README.md'), 'utf8')).toContain(
      'createRampCheckout',
    );
  });

  it('sells in a program', async () => {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, PROGRAM);
    const program = startProgram('program', file, { SERVICE: world.service.url });
    const [, number = '', payUrl = ''] = await program.says(/order (\S+) (http\S+)/);
    await pressButton(payUrl, 'pay');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/COMPLETED\n$/);
    expect(program.output()).toContain('refused amount_out_of_range');
    expect(await world.sandbox.creates(number)).toHaveLength(1);
  });

  it('works for a server', async () => {
    const file = join(folder, 'server.mjs');
    writeFileSync(file, SERVER_PROGRAM);
    const program = startProgram('server', file, { SERVICE: world.service.url });
    const [, payUrl = ''] = await program.says(/pay at (http\S+)/);
    await pressButton(payUrl, 'pay');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toMatch(/a link http\S+\na webhook order\.paid\n[^]*order\.completed COMPLETED\n$/);
  });

  it('is one file for a plain page', async () => {
    const file = join(folder, 'alone.mjs');
    cpSync(join(folder, 'node_modules/@ramp-checkout/client/dist/browser.js'), file);
    const { createRampCheckout } = (await import(file)) as typeof Client;
    const { items } = await createRampCheckout({ baseUrl: world.service.url }).cryptos({ fiat: 'USD' });
    expect(items.length).toBeGreaterThan(0);
    const code = readFileSync(file, 'utf8');
    expect(code).not.toMatch(/\bimport\s*[{(*'"`]|\brequire\(/);
    expect(code).not.toContain('/v1/events');
    // It was 8.4 KB when this was written.
    expect(gzipSync(code).length / 1024).toBeLessThan(9.5);
  });

  it('embeds the checkout page with one small file', async () => {
    const file = join(folder, 'node_modules/@ramp-checkout/client/dist/embed.js');
    expect(Object.keys((await import(file)) as object)).toEqual(['embedCheckout']);
    const code = readFileSync(file, 'utf8');
    expect(code).not.toMatch(/\bimport\s*[{(*'"`]/);
    expect(gzipSync(code).length / 1024).toBeLessThan(2);
  });

  const tsc = packageCommand('typescript-native', 'tsc');
  const TYPES = join(PROJECT, 'node_modules/@types');
  it.each<[what: string, options: Readonly<Record<string, unknown>>]>([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext', lib: ['ES2022', 'DOM'], types: [] }],
    ['a bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] }],
    ['Node.js alone', { module: 'nodenext', lib: ['ES2023'], types: ['node'], typeRoots: [TYPES] }],
  ])('has types that fit, for %s', async (what, options) => {
    const place = join(folder, `types-${what.replaceAll(/\W/g, '')}`);
    mkdirSync(place);
    writeFileSync(join(place, 'sample.ts'), SAMPLE);
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const compilerOptions = { target: 'ES2022', noEmit: true, ...strict, ...options };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = startProgram('tsc', tsc, {}, ['-p', place]);
    expect(await compiler.ended, compiler.output()).toBe(0);
  });

  it('is small in a page', async () => {
    const input = join(folder, 'page.js');
    writeFileSync(
      input,
      "import { createRampCheckout } from '@ramp-checkout/client'; globalThis.ramp = createRampCheckout({ baseUrl: '' });",
    );
    const built = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      mode: 'production',
      build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input } },
    })) as unknown as { readonly output: readonly { readonly type: string; readonly code: string }[] };
    const [page, ...others] = built.output;
    expect(others).toEqual([]);
    expect(page?.code).toContain('/v1/checkouts');
    // It was 8.3 KB when this was written, of which 3 are the runtime of the types.
    expect(gzipSync(page?.code ?? '').length / 1024).toBeLessThan(9.5);
  });
});

/** Runs with the packed client alone. */
const PROGRAM = `
import { createRampCheckout, ProblemError } from '@ramp-checkout/client';
const ramp = createRampCheckout({ baseUrl: process.env.SERVICE });
const wish = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US',
  address: '0x52908400098527886E0F7030069857D2E4169EE7' };
try {
  await ramp.checkout({ ...wish, amount: '1.00' });
} catch (error) {
  if (error instanceof ProblemError) console.log('refused', error.code);
}
const order = await ramp.checkout(wish);
console.log('order', order.merchantOrderNo, order.payUrl);
for await (const { status } of ramp.watchOrder(order.merchantOrderNo, { since: order })) console.log(status);
`;

const SERVER_PROGRAM = `
import { createHmac } from 'node:crypto';
import { createRampCheckoutServer, verifyWebhook, WebhookVerificationError } from '@ramp-checkout/client/server';
import { ProblemError } from '@ramp-checkout/client';
const ramp = createRampCheckoutServer({ baseUrl: process.env.SERVICE, apiKey: 'anything' });
const wish = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US',
  merchantOrderNo: 'S-1', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
const { url } = await ramp.checkoutLink({ fiat: 'USD', amount: '100.00' });
console.log('a link', url);
const body = JSON.stringify({ id: 'm', type: 'order.paid', timestamp: '', data: {} });
const at = String(Math.floor(Date.now() / 1000));
const mac = createHmac('sha256', 'key').update('m.' + at + '.' + body).digest('base64');
const headers = { 'webhook-id': 'm', 'webhook-timestamp': at, 'webhook-signature': 'v1,' + mac };
const secret = 'whsec_' + Buffer.from('key').toString('base64');
console.log('a webhook', (await verifyWebhook(headers, body, secret)).type);
const forged = await verifyWebhook(headers, body + ' ', secret).catch((error) => error instanceof WebhookVerificationError);
const refused = await ramp.registerSale({}).catch((error) => error instanceof ProblemError && error.code);
if (forged !== true || refused !== 'invalid_request') throw new Error('taken');
const order = await ramp.checkout(wish);
console.log('pay at', order.payUrl);
for await (const { event } of ramp.watchOrders()) {
  if (event.data.merchantOrderNo !== 'S-1') continue;
  console.log(event.type, event.data.status);
  if (event.type === 'order.completed') break;
}
`;

const SAMPLE = `
import { ConnectionError, createRampCheckout, newIdempotencyKey, ProblemError } from '@ramp-checkout/client';
import type { BuyOrder, Checkout, Order, Problem, Quote, SellOrder } from '@ramp-checkout/client';
import { createRampCheckoutServer, verifyWebhook } from '@ramp-checkout/client/server';
import type { OrderEvent, WebhookEvent } from '@ramp-checkout/client/server';

const ramp = createRampCheckout({ baseUrl: '', token: async () => null, fetch });

export async function buy(signal: AbortSignal | undefined): Promise<Checkout> {
  const { items } = await ramp.quotes({
    side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100.00',
  });
  const quote: Quote | undefined = items[0];
  return ramp.checkout(
    { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', address: '0x', payWayCode: quote?.payWayCode ?? '1', country: 'US' },
    { idempotencyKey: newIdempotencyKey(), onPending: (order) => order?.clientSecret, signal },
  );
}

export async function watch(order: Checkout): Promise<BuyOrder | SellOrder | null> {
  let last: Order | null = null;
  for await (const next of ramp.watchOrder(order.merchantOrderNo, { clientSecret: order.clientSecret, since: order })) last = next;
  return last;
}

export const received = (order: Order): string | null => (order.side === 'BUY' ? order.cryptoQuantity : order.fiatAmount);

export function words(problem: Problem): string {
  switch (problem.code) {
    case 'amount_out_of_range': return problem.min + ' to ' + problem.max;
    case 'quote_moved': return problem.quote?.cryptoQuantity ?? '';
    case 'invalid_request': return problem.errors.map(({ field }) => field).join();
    case 'unrecognised': return problem.sentCode;
    default: return problem.detail;
  }
}

export function about(error: unknown): number | null {
  if (error instanceof ProblemError) return error.retryAfterMs;
  return error instanceof ConnectionError ? error.status : null;
}

const server = createRampCheckoutServer({ baseUrl: '', apiKey: 'k' });

export async function follow(save: (cursor: string) => void, signal: AbortSignal): Promise<BuyOrder | null> {
  for await (const { event, cursor } of server.watchOrders({ after: null, types: ['order.paid', 'sell_order.paid'], signal })) {
    save(cursor);
    if (event.type === 'order.paid') return event.data;
  }
  return null;
}

export async function receive(request: Request, secrets: readonly string[]): Promise<string> {
  const event: WebhookEvent = await verifyWebhook(request.headers, await request.text(), secrets);
  return event.type === 'endpoint.disabled' ? event.data.reason : event.type === 'endpoint.test' ? '' : about2(event);
}
const about2 = (event: OrderEvent): string => event.data.merchantOrderNo;

// @ts-expect-error there is no such event
void server.watchOrders({ types: ['order.odd'] });
// @ts-expect-error a purchase needs a network
void ramp.checkout({ fiat: 'USD', amount: '100.00', crypto: 'USDT', address: '0x', payWayCode: '1', country: 'US' });
// @ts-expect-error an amount is text
void ramp.quotes({ side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: 100 });
// @ts-expect-error there is no such code
export const isOdd = (problem: Problem): boolean => problem.code === 'odd';
`;
