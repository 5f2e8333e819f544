import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CREDENTIALS } from '../../support/sandbox-client.js';
import { callbackToken } from '../../support/service-history.js';
import { until } from '../../support/service.js';
import type { Attacker, Stage, Victim } from './tour.js';

/** Limit of stored bytes per trade. */
const MOST_BYTES = 512 * 1024;

/** Forged callbacks: only the provider's answer to a query is believed. */
export const callbacks: Stage = {
  title: 'forged callbacks',
  async run(attacker) {
    const { tour } = attacker;
    const victim = await tour.victim(await tour.login('alice'));
    const other = await tour.victim(tour.withKey('checkout'));
    await badTokens(attacker, victim, other);
    // The worst case: the attacker has seen the address that the provider calls.
    await goodToken(attacker, victim);
    await flood(attacker, victim);
    await nothingMoved(attacker, [victim, other]);
  },
};

async function badTokens(attacker: Attacker, { number }: Victim, other: Victim): Promise<void> {
  const [good, another] = [callbackToken(number), callbackToken(other.number)];
  const [, keyId = '', mac = ''] = good.split('~');
  const bad: Readonly<Record<string, string>> = {
    'without MAC': `${number}~${keyId}`,
    'with an empty MAC': `${number}~${keyId}~`,
    'with an altered MAC': `${number}~${keyId}~${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
    'with the MAC of another trade': `${number}~${keyId}~${another.split('~')[2] ?? ''}`,
    'with another key id': `${number}~9~${mac}`,
    'with a key id of a prototype': `${number}~__proto__~${mac}`,
    truncated: good.slice(0, -1),
    'with more behind it': `${good}A`,
    'for a trade that there is not': `${number}-r2~${keyId}~${mac}`,
    'in another letter case': `${number.toLowerCase()}~${keyId}~${mac}`,
    'with SQL': encodeURIComponent(`${number}' OR '1'='1~${keyId}~${mac}`),
    'with a path that goes up': `x%2f..%2f${good}`,
    'with a NUL': `${number}%00~${keyId}~${mac}`,
    'that is none': 'x',
    'of thousands of characters': 'a'.repeat(7000),
    'in bytes that are no UTF-8': '%ff%fe~1~x',
  };
  const body = { status: 'FINISHED', merchantOrderNo: number };
  for (const [what, token] of Object.entries(bad)) {
    for (const method of ['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const path = `/callbacks/ramp/${token}`;
      const strike = { what: `${method} of a token ${what}`, method, path, ...(method === 'POST' ? { body } : {}) };
      await attacker.strike({ ...strike, allowed: [400, 404, 414] });
    }
  }
  await attacker.strikeAll([
    { what: 'a callback without a token', method: 'POST', path: '/callbacks/ramp/', body, allowed: [404] },
    { what: 'a callback without an address', method: 'POST', path: '/callbacks/', body, allowed: [404] },
    { what: 'a token in the query', method: 'POST', path: `/callbacks/ramp/x?token=${good}`, body, allowed: [404] },
  ]);
}

async function goodToken(attacker: Attacker, { number, orderNo }: Victim): Promise<void> {
  const path = `/callbacks/ramp/${callbackToken(number)}`;
  const claim = {
    orderNo,
    merchantOrderNo: number,
    status: 'FINISHED',
    amount: '100.00',
    txHash: `0x${'f'.repeat(64)}`,
  };
  const timestamp = String(Date.now());
  const signed = (secret: string): string => createHmac('sha256', secret).update(JSON.stringify(claim)).digest('hex');
  const text = JSON.stringify(claim);
  const bodies: Readonly<Record<string, { body?: unknown; headers?: Record<string, string>; allowed?: number[] }>> = {
    'a claim': { body: claim },
    'a claim with a signature': { body: { ...claim, signature: signed('guessed') } },
    'a claim with the right signature': { body: { ...claim, signature: signed(CREDENTIALS.appSecret) } },
    'a claim with headers': {
      body: claim,
      headers: { sign: signed(CREDENTIALS.appSecret), timestamp, appid: CREDENTIALS.appId },
    },
    'a claim with a broken end': { body: text.slice(0, -1) },
    'a claim in a list': { body: [claim] },
    'a claim as a form': {
      body: new URLSearchParams(claim).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    'a claim of no type': { body: text, headers: { 'content-type': '' } },
    'a claim as XML with an entity': {
      body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      headers: { 'content-type': 'application/xml' },
    },
    'a claim in parts': { body: text, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    'a claim said to be packed': { body: text, headers: { 'content-encoding': 'gzip' } },
    'a bomb': { body: gzipSync(Buffer.alloc(40_000_000)), headers: { 'content-encoding': 'gzip' } },
    'a prototype': { body: '{"__proto__":{"status":"FINISHED"},"constructor":{"prototype":{"status":"FINISHED"}}}' },
    'two statuses': { body: '{"status":"PENDING","status":"FINISHED"}' },
    'thousands of levels': { body: '['.repeat(60_000) },
    nothing: {},
    'bytes that are no text': { body: Buffer.from([0xff, 0xfe, 0x00, 0x80]) },
    '64 KiB and a byte': { body: 'a'.repeat(65_537), allowed: [413] },
    'ten megabytes': { body: 'a'.repeat(10_000_000), allowed: [0, 413] },
  };
  for (const [what, { body, headers = {}, allowed = [200] }] of Object.entries(bodies)) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      await attacker.strike({ what: `${method} of ${what}`, method, path, headers, body, allowed });
    }
  }
  const query = new URLSearchParams(claim).toString();
  await attacker.strikeAll([
    { what: 'a claim in a query', path: `${path}?${query}`, allowed: [200] },
    { what: 'a HEAD with a claim', method: 'HEAD', path: `${path}?${query}`, allowed: [200] },
    { what: 'an OPTIONS with a claim', method: 'OPTIONS', path: `${path}?${query}`, allowed: [204] },
    { what: 'a TRACE', method: 'TRACE', path, allowed: [200, 404, 405] },
  ]);
  for (let n = 0; n < 50; n++) {
    await attacker.strike({ what: 'a replayed claim', method: 'POST', path, body: claim, allowed: [200] });
  }
}

/** The disk is not his to fill. */
async function flood(attacker: Attacker, { number }: Victim): Promise<void> {
  const path = `/callbacks/ramp/${callbackToken(number)}`;
  const strike = { what: 'one of many large callbacks', method: 'POST', path, allowed: [200] };
  for (let n = 0; n < 30; n++) await attacker.strike({ ...strike, body: { n, padding: 'a'.repeat(60_000) } });
  const [kept] = await attacker.tour.world.rows.query<{ bytes: number }>(
    'SELECT sum(octet_length(content))::integer AS bytes FROM callback_receipts WHERE trade_no = $1',
    [number],
  );
  if (kept!.bytes > MOST_BYTES) attacker.fault(`callbacks of one trade fill ${kept!.bytes} bytes`);
}

/** Until the service has asked the provider about both, and believes what it said. */
async function nothingMoved(attacker: Attacker, victims: readonly Victim[]): Promise<void> {
  const { rows, sandbox } = attacker.tour.world;
  for (const { number } of victims) {
    const since = await sandbox.mark();
    await sandbox.control('POST', `/orders/${number}/callback`).catch(() => undefined);
    await attacker.send({ method: 'POST', path: `/callbacks/ramp/${callbackToken(number)}`, body: {} });
    await until(`a question about ${number}`, async () => (await sandbox.queries(number, since)).length > 0);
    const { order, trades } = await rows.whole(number);
    const believed = { status: order?.status, inReview: order?.in_review, trades: trades.length };
    const expected = { status: 'AWAITING_PAYMENT', inReview: false, trades: 1 };
    if (JSON.stringify(believed) !== JSON.stringify(expected)) {
      attacker.fault(`after forged callbacks ${number} is ${JSON.stringify(believed)}`);
    }
  }
}
