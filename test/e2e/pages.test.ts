import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../support/programs.js';
import { sendRaw } from '../support/raw-http.js';
import { checkoutBody } from '../support/service.js';
import type { Service } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

const ASSETS = join(PROJECT, 'dist/web/assets');
const PAGES = ['/checkout', '/orders/A-1', '/console'];
/** The largest script, which is always worth compressing. */
const SCRIPT = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js'))
  .sort((a, b) => readFileSync(join(ASSETS, b)).length - readFileSync(join(ASSETS, a)).length)[0]!;

interface Bytes {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** As it comes over the wire: nothing is unpacked. */
function bytesOf(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe('the pages as they are served', () => {
  let world: World;
  let service: Service;
  beforeAll(async () => {
    world = await startWorld({
      BRAND_NAME: '</title><script>&',
      BRAND_LOGO_URL: 'https://cdn.shop.example:8443/logo.svg',
    });
    service = world.service;
  });
  afterAll(() => world.close());

  const getWith = (headers: Record<string, string>, path: string) => service.request('GET', path, { headers });

  describe.each(PAGES)('%s', (path) => {
    it('is a document under the strict policy, asked for again each time', async () => {
      const { status, headers, text } = await service.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("img-src 'self' https://cdn.shop.example:8443;");
      expect(policy).not.toMatch(/unsafe|data:|\*/);
      expect(text).not.toMatch(/<script(?![^>]*(\ssrc=|application\/json))|<style|\sstyle=|\son\w+=/i);
    });
  });

  it.each([
    ['/', '/checkout'],
    ['/?fiat=EUR&amount=50&lang=es', '/checkout?fiat=EUR&amount=50&lang=es'],
    ['/?next=//evil.example/?x', '/checkout?next=//evil.example/?x'],
  ])('are found from the root of the service: %s leads to %s', async (path, goal) => {
    const { status, headers } = await service.get(path);
    expect([status, headers.get('location')]).toEqual([302, goal]);
    expect((await service.get(goal)).status).toBe(200);
  });

  it('gives the same document for every number, known or not, and asks for no order', async () => {
    const { merchantOrderNo } = await service.order(checkoutBody());
    const own = await service.get(`/orders/${merchantOrderNo}`);
    const unknown = await service.get('/orders/unknown-1');
    expect(own.text.replace(merchantOrderNo, 'unknown-1')).toBe(unknown.text);
  });

  it.each([
    ['ar-EG,en;q=0.5', '', 'ar'],
    ['pt-BR', '', 'pt'],
    ['de-AT', '', 'de'],
    ['ja', '', 'en'],
    ['ar', '?lang=es', 'es'],
    ['ar', '?lang=xx', 'ar'],
  ])('with Accept-Language %s and %j preloads the texts in %s', async (accepted, query, language) => {
    const { text, headers } = await getWith({ 'accept-language': accepted }, `/checkout${query}`);
    expect(headers.get('vary')).toMatch(/accept-language/i);
    expect(text).toContain(`<html lang="${language}"`);
    const files = [...text.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, file = '']) => file);
    const scripts = await Promise.all(files.map(async (file) => (await service.get(file)).text));
    const texts = readFileSync(join(PROJECT, `web/locales/${language}/checkout.json`), 'utf8');
    const { 'checkout.lead': lead = '?' } = JSON.parse(texts) as Record<string, string>;
    expect(scripts.filter((script) => script.includes(lead))).toHaveLength(1);
  });

  describe('at a mistyped address', () => {
    const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

    it.each([
      ['/nope', 404],
      ['/orders', 404],
      ['/orders/', 404],
      ['/checkout/x', 404],
      ['/orders/A-1/x', 404],
      ['/orders/%E0%A4%A', 400],
      ['/%', 404],
    ])('%s shows a browser a page, and other clients a problem', async (path, status) => {
      const page = await getWith(BROWSER, path);
      expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('vary')).toMatch(/accept(?!-)/i);
      expect(page.text.match(/<script/g)).toHaveLength(2);
      const problem = await getWith({ accept: 'application/json' }, path);
      expect(problem.status).toBe(status);
      expect(problem.headers.get('content-type')).toContain('problem+json');
      // Or a shared cache would give browsers the problem.
      expect(problem.headers.get('vary')).toMatch(/accept(?!-)/i);
    });

    it.each(['/v1/nope', '/v1', '/callbacks/nope', '/health/nope', '/metrics/nope', '/assets/nope.js', '/docs/nope'])(
      '%s is a problem for browsers too',
      async (path) => {
        const { status, headers } = await getWith(BROWSER, path);
        expect([401, 404]).toContain(status);
        expect(headers.get('content-type')).toContain('problem+json');
      },
    );
  });

  it('keeps brand.css for ever under an address that changes with it', async () => {
    const { text } = await service.get('/checkout');
    const link = /href="(\/brand\.css\?v=[0-9a-f]{8})"/.exec(text)![1]!;
    const css = await service.get(link);
    expect(css.status).toBe(200);
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(css.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(css.text).toContain('prefers-color-scheme: dark');
    const other = await world.another({ BRAND_COLOR: '#0a7d3b' });
    const page = (await other.service.get('/checkout')).text;
    expect(page).not.toContain(link);
    expect(page).toContain('/brand.css?v=');
    // While replicas change: the one does not answer for ever in the name of the other.
    const mixed = await other.service.get(link);
    expect([mixed.status, mixed.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  describe('assets', () => {
    const path = `/assets/${SCRIPT}`;
    const plain = readFileSync(join(ASSETS, SCRIPT));

    it.each([
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['', undefined, (bytes: Buffer) => bytes],
    ])('for "%s" come as %s', async (accepted, encoding, unpack) => {
      const { status, headers, body } = await bytesOf(`${service.url}${path}`, { 'accept-encoding': accepted });
      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(unpack(body).equals(plain)).toBe(true);
      if (encoding !== undefined) expect(body.length).toBeLessThan(plain.length / 2);
    });

    it('are kept for ever, and not sent again to who has them', async () => {
      const first = await bytesOf(`${service.url}${path}`);
      expect(first.headers['cache-control']).toMatch(/^public, ?max-age=31536000, ?immutable$/);
      const again = await bytesOf(`${service.url}${path}`, { 'if-none-match': first.headers.etag! });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      const head = await bytesOf(`${service.url}${path}`, {}, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
    });

    it.each([
      '/assets/',
      '/assets/nothing.js',
      '/assets/..%2fcheckout.html',
      '/assets/%2e%2e/checkout.html',
      '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
      '/assets/..%5c..%5cpackage.json',
      '/assets/%00',
      '/assets/%',
      `/assets/${SCRIPT}/x`,
      '/assets/.built-from',
    ])('%s is a problem', async (odd) => {
      // Sent as it is: fetch would tidy the path up.
      const answer = await sendRaw(service.port, `GET ${odd} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect([400, 404], answer.text).toContain(answer.statuses[0]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.headers['cache-control'] ?? '', 'a name that may be there tomorrow').not.toMatch(
        /immutable|max-age=[1-9]/,
      );
    });
  });

  describe('answers without secrets', () => {
    it.each(['/checkout', '/orders/A-1', '/v1/cryptos'])('%s is compressed', async (path) => {
      const plain = await bytesOf(`${service.url}${path}`);
      expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
      for (const [encoding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
        const { headers, body } = await bytesOf(`${service.url}${path}`, { 'accept-encoding': encoding });
        expect([headers['content-encoding'], headers['vary']]).toEqual([
          encoding,
          expect.stringMatching(/\bAccept-Encoding\b/),
        ]);
        expect(unpack(body).equals(plain.body)).toBe(true);
        expect(body.length).toBeLessThan(plain.body.length / 1.5);
      }
    });

    it('are the only ones: orders, checkouts, prices and documents with a link are not compressed', async () => {
      const { merchantOrderNo } = await service.order(checkoutBody());
      const quotes = 'side=BUY&type=ALL&crypto=USDT&network=ETH&fiat=USD&amount=100&country=US';
      for (const path of [`/v1/orders/${merchantOrderNo}`, `/v1/quotes?${quotes}`, '/checkout?link=x', '/v1/events']) {
        const { headers, body } = await bytesOf(`${service.url}${path}`, { 'accept-encoding': 'gzip, br' });
        expect(headers['content-encoding'], path).toBeUndefined();
        expect(body.length, path).toBeGreaterThan(0);
      }
    });
  });

  it('leave the API as it is where there are none', async () => {
    const other = await world.another({ PAGES: 'false' });
    const { merchantOrderNo } = await other.service.order(checkoutBody());
    expect((await other.service.read(merchantOrderNo)).status).toBe('AWAITING_PAYMENT');
  });
});
