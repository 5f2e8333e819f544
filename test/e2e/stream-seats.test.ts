import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { checkoutBody, orderOf, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

const MOST = 20;
const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true', TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' };

const world = useWorld({ ...GUESTS, STREAMS_MAX: String(MOST) });
const streams: EventStream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave();
  await until('all have left', async () => /\nramp_checkout_streams_open 0\n/.test(await world.service.metrics()));
});

async function guestOrder(from: string) {
  const headers = { 'x-forwarded-for': from, 'idempotency-key': randomUUID() };
  const order = orderOf(await world.service.checkout({ ...checkoutBody(), merchantOrderNo: undefined }, headers));
  const follow = async (address: string): Promise<number> => {
    const shown = { 'x-forwarded-for': address, 'x-client-secret': String(order.clientSecret) };
    const stream = await EventStream.open(world.service.url, order.merchantOrderNo, shown);
    streams.push(stream);
    return stream.status;
  };
  return { number: order.merchantOrderNo, follow };
}

describe('a stranger who opens all the streams that he can', () => {
  it('holds a tenth of them, however many orders and addresses of his block he has', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, (_, n) => guestOrder(`192.0.2.${n}`)));
    const answers: number[] = [];
    for (const [n, { follow }] of orders.entries()) {
      for (let i = 0; i < 5; i += 1) answers.push(await follow(`192.0.2.${10 * n + i}`));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(MOST / 10);
    expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - MOST / 10);
    const honest = await guestOrder('198.51.100.1');
    expect(await honest.follow('198.51.100.1')).toBe(200);
  });

  it('leaves some to the merchant, however many blocks he has', async () => {
    const { follow } = await guestOrder('192.0.2.1');
    const { follow: another } = await guestOrder('192.0.2.1');
    const answers: number[] = [];
    for (let n = 0; n < MOST; n += 1) answers.push(await (n % 2 ? follow : another)(`10.1.${n}.1`));
    expect(answers.filter((status) => status === 200)).toHaveLength(MOST * 0.8);
    const { key } = await createKey(world.databaseUrl, 'checkout', 'shop');
    const mine = orderOf(await world.service.checkout(checkoutBody(), { 'x-api-key': key }));
    const stream = await EventStream.open(world.service.url, mine.merchantOrderNo, { 'x-api-key': key });
    streams.push(stream);
    expect(stream.status).toBe(200);
  });

  it('holds a tenth of them with however many accounts of customers; others and the shop get theirs', async () => {
    const identity = await IdentityProvider.start();
    onTestFinished(() => identity.close());
    const { service, databaseUrl } = await world.another({
      ...GUESTS,
      ...identity.settings,
      STREAMS_MAX: String(MOST),
    });
    const followAs = async (from: string, who: Readonly<Record<string, string>>): Promise<number> => {
      const headers = { ...who, 'x-forwarded-for': from };
      const { merchantOrderNo } = orderOf(await service.checkout(checkoutBody(), headers));
      return (await EventStream.open(service.url, merchantOrderNo, headers)).status;
    };
    const customer = async (sub: string) => ({ authorization: `Bearer ${await identity.token({ sub })}` });
    const answers: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const account = await customer(`account-${n}`);
      for (let i = 0; i < 2; i += 1) answers.push(await followAs(`192.0.2.${10 * n + i}`, account));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(MOST / 10);
    expect(answers.filter((status) => status === 429)).toHaveLength(answers.length - MOST / 10);
    expect(await followAs('198.51.100.1', await customer('honest'))).toBe(200);
    const { key } = await createKey(databaseUrl, 'checkout', 'shop');
    for (let n = 0; n < MOST / 4; n += 1) expect(await followAs('192.0.2.1', { 'x-api-key': key })).toBe(200);
  });
});
