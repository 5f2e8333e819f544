import { Controller, Get, Query } from '@nestjs/common';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentPayer } from '#src/platform/limits/payer-context.js';
import { startEdge } from './edge.js';
import type { Edge } from './edge.js';
import { serviceKey } from '../../../support/service-keys.js';

const waiting: (() => void)[] = [];

/** Returns its payer, before and after concurrent requests. */
@Controller()
class PayerController {
  @Get('v1/cryptos')
  async payer(@Query('waits') waits?: string): Promise<object> {
    const before = currentPayer();
    if (waits !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    await Promise.resolve();
    return { payers: [before, currentPayer()] };
  }

  @Get('health/payer')
  outside(): object {
    return { payers: [currentPayer()] };
  }
}

const guest = (address: string): object[] => {
  const payer = { id: `address ${address}`, isGuest: true };
  return [payer, payer];
};

const KEY = { SERVICE_KEY: serviceKey('1') };

describe('the payer of a request', () => {
  let guests: Edge;
  let behind: Edge;
  let open: Edge;

  beforeAll(async () => {
    const controllers = [PayerController];
    open = await startEdge({ controllers });
    guests = await startEdge({ controllers, environment: { AUTH: 'required', AUTH_GUESTS: 'true', ...KEY } });
    const proxies = { TRUSTED_PROXIES: '127.0.0.2,10.0.0.0/8,fd00::/8,fe80::/10' };
    behind = await startEdge({
      controllers,
      environment: { AUTH: 'required', AUTH_GUESTS: 'true', ...KEY, ...proxies },
    });
  });
  afterAll(() => Promise.all([open, guests, behind].map((edge) => edge.close())));

  function payers(edge: Edge, from: string, path = '/v1/cryptos', headers = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      request(edge.url + path, { localAddress: from, agent: false, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve((JSON.parse(text) as { payers: unknown }).payers);
        });
      })
        .on('error', reject)
        .end();
    });
  }

  type Row = [what: string, edge: () => Edge, from: string, forwarded: string, counts: string];
  it.each<Row>([
    ['nobody is trusted', () => guests, '127.0.0.2', '192.0.2.1', '127.0.0.2'],
    ['the proxy is not among those who are', () => behind, '127.0.0.3', '192.0.2.1', '127.0.0.3'],
    ['a trusted proxy says so', () => behind, '127.0.0.2', '192.0.2.1', '192.0.2.1'],
    ['two trusted proxies say so', () => behind, '127.0.0.2', '192.0.2.1, 10.1.2.3', '192.0.2.1'],
    ['what the client said itself does not count', () => behind, '127.0.0.2', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
    ['a port does not count', () => behind, '127.0.0.2', '192.0.2.1:4711', '192.0.2.1'],
    ['of IPv6 the network counts', () => behind, '127.0.0.2', '2001:db8::7', '2001:db8:0:0::/64'],
    ...[
      '192.0.2.1:4000, 10.0.0.6:443',
      '192.0.2.1:4000,10.0.0.6:443,10.1.2.3',
      '"192.0.2.1:4000", "10.0.0.6:443"',
      '" 192.0.2.1 " , [fd00::1]:443',
      '192.0.2.1, "[fd00::1]"',
      '192.0.2.1:4000, "[fd00::1]:443", [fe80::1%eth0]:443, fe80::2%25eth0',
      '[::ffff:192.0.2.1]:4000, ::ffff:10.0.0.6, [::ffff:10.0.0.6]:443, ::FFFF:0a00:0006',
      '192.0.2.1:, 10.0.0.6:',
      '10.0.0.9:1, 203.0.113.9, 192.0.2.1:4000, 10.0.0.6:443',
    ].map((text): Row => [`of ports, quotes and brackets: ${text}`, () => behind, '127.0.0.2', text, '192.0.2.1']),
    ['IPv6 has a port', () => behind, '127.0.0.2', '[2001:db8::7]:4000, 10.0.0.6:443', '2001:db8:0:0::/64'],
    ['a stranger has a port', () => behind, '127.0.0.2', '192.0.2.1, 203.0.113.9:443', '203.0.113.9'],
    ['nonsense has a port', () => behind, '127.0.0.2', '192.0.2.1, x:443, 10.0.0.6:443', 'unknown'],
    ['nonsense in quotes', () => behind, '127.0.0.2', '192.0.2.1, "10.0.0.6:443, 10.0.0.6', 'unknown'],
    ['nonsense in brackets', () => behind, '127.0.0.2', '192.0.2.1, [10.0.0.6, 10.0.0.6', 'unknown'],
    ['two ports', () => behind, '127.0.0.2', '192.0.2.1, 10.0.0.6:1:2, 10.0.0.6', 'unknown'],
    ['nonsense is one address', () => behind, '127.0.0.2', "x'--", 'unknown'],
  ])('X-Forwarded-For: %s', async (_what, edge, from, forwarded, counts) => {
    const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-host': 'evil.example', 'x-real-ip': '203.0.113.1' };
    expect(await payers(edge(), from, '/v1/cryptos', headers)).toEqual(guest(counts));
  });

  it('is logged once from an untrusted sender', async () => {
    // Nest's logger is global: that of the service started last.
    const said = () => behind.lines.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES')).length;
    const before = said();
    const fresh = await startEdge({ controllers: [PayerController] });
    const lines = () => fresh.lines.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES')).length;
    for (let i = 0; i < 3; i += 1) await payers(fresh, '127.0.0.3', '/v1/cryptos', { 'x-forwarded-for': '192.0.2.1' });
    await fresh.close();
    expect([lines(), said()]).toEqual([1, before]);
  });
});
