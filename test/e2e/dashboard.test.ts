import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSigningKey } from '#src/webhooks/decisions/webhook-signature.js';
import { SystemChance } from '#src/platform/chance.js';
import { PROJECT } from '../support/programs.js';
import { findPrometheus, startPrometheus } from '../support/prometheus.js';
import type { Prometheus } from '../support/prometheus.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { Installation } from '../support/service-world.js';
import { startReceiver } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const DASHBOARD = JSON.parse(readFileSync(join(PROJECT, 'deploy/grafana/ramp-checkout.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};
const QUERIES = DASHBOARD.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** No series, because there is nothing to show. */
const EMPTY_WHEN_HEALTHY = new Set(['Open mismatches']);

/** As Grafana replaces them. */
const filledIn = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '5m');

const prometheus = findPrometheus();

describe.skipIf(prometheus === null)('the dashboard of Grafana', () => {
  const world = useWorld();
  let receiver: Receiver;
  let watched: Installation;
  let scraped: Prometheus;

  beforeAll(async () => {
    receiver = await startReceiver(newSigningKey('v1', new SystemChance()).secret);
    const webhook = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret, WEBHOOK_EVENTS: '*' };
    watched = await world.another({ WEBHOOK_ALLOW_PRIVATE: 'true', ...webhook }, 'process');
    scraped = await startPrometheus(prometheus!, `127.0.0.1:${watched.service.port}`);
    // An increase needs a value before it, and series of routes begin with their first request.
    for (const completed of [0, 1]) {
      const seen = `ramp_checkout_order_statuses_total{side="BUY",status="COMPLETED"} == ${completed}`;
      await until('a scrape', async () => (await scraped.query(seen)).length > 0);
      await makeOrders();
    }
  }, 180_000);
  afterAll(async () => {
    await scraped.stop();
    await receiver.close();
  });

  /** Two orders, of which one is completed; a refusal; a webhook. */
  async function makeOrders(): Promise<void> {
    const { service, rows } = watched;
    const order = await service.order(checkoutBody());
    await service.order(checkoutBody());
    await pressButton(order.payUrl, 'pay');
    await rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
    const { body, number } = newCheckout();
    await world.sandbox.refuse(number, '4242', 'No');
    expectProblem(await service.checkout(body), 422, 'ramp_refused');
    await until('a webhook', () => Promise.resolve(receiver.messages.length > 0));
  }

  it.each(QUERIES)('$title: $expr', async ({ title, expr }) => {
    const values = async (): Promise<number[]> => (await scraped.query(filledIn(expr))).map(({ value }) => value);
    if (EMPTY_WHEN_HEALTHY.has(title)) expect(await values()).toEqual([]);
    else await until(`${title} has data`, async () => (await values()).some(Number.isFinite), 15_000);
  });

  const value = async (title: string): Promise<number> => {
    const [found] = QUERIES.filter((query) => query.title === title);
    const [series] = await scraped.query(filledIn(found!.expr));
    return series!.value;
  };

  it('half of the orders that were offered a page are completed, within seconds', async () => {
    expect(await value('Conversion')).toBeCloseTo(0.5, 1);
    expect(await value('Time to complete')).toBeLessThan(30);
    const counted = await scraped.query('ramp_checkout_order_statuses_total{side="BUY"}');
    const statuses = new Map(counted.map(({ metric, value: times }) => [metric['status'], times]));
    expect([statuses.get('AWAITING_PAYMENT'), statuses.get('COMPLETED')]).toEqual([4, 2]);
  });

  it('there are queries, and each panel but the rows has some', () => {
    const empty = DASHBOARD.panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0);
    expect([QUERIES.length > 20, empty]).toEqual([true, []]);
  });
});
