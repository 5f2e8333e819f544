import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeedReader } from '../support/feed.js';
import { LATER_COLUMNS, LATER_RELEASE } from '../support/later-release.js';
import { runToEnd } from '../support/run-to-end.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, orderOf, SERVICE_KEY, until } from '../support/service.js';
import type { Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  await owner.query(LATER_COLUMNS);
});
afterAll(() => owner.end());

const NEXT = { ...LATER_RELEASE, LOG_LEVEL: 'info' };
const NOW = { LOG_LEVEL: 'info' };

/** The release of `maker` serves requests only, so that the other one polls. */
async function startBoth(maker: object, other: object): Promise<readonly [maker: Service, other: Service]> {
  await world.service.stop();
  const start = (env: object): Promise<Service> => world.replica({ ...env }, { process: true });
  return [await start({ ...maker, ROLES: 'api' }), await start(other)];
}

const laterOf = async (number: string): Promise<unknown[]> => {
  const { rows } = await owner.query<{ later: string | null }>(
    `SELECT later FROM orders WHERE merchant_order_no = $1
     UNION ALL (SELECT later FROM trades WHERE merchant_order_no = $1 ORDER BY n)`,
    [number],
  );
  return rows.map(({ later }) => later);
};

describe('a release with one sealed column more, beside the one before it', () => {
  it.each([
    ['the newer', NEXT, NOW, ['of the order', 'of the trade', null]],
    ['the older', NOW, NEXT, [null, null, null]],
  ])('an order made by %s one is read, tried again, polled and told by the other', async (_, making, other, later) => {
    const [maker, reader] = await startBoth(making, other);
    const feed = await new FeedReader(() => reader).fromNowOn();
    const number = newNumber();
    const { payUrl } = await maker.order(checkoutBody({ merchantOrderNo: number }));
    expect(await reader.read(number)).toMatchObject({ payUrl, inReview: false });

    await pressButton(payUrl, 'fail');
    await until('it has failed', async () => (await reader.read(number)).status === 'PAYMENT_FAILED');
    const again = await reader.post(`/v1/orders/${number}/retry`, {});
    expect(again.status, again.text).toBe(201);
    await pressButton(String(orderOf(again).payUrl), 'pay');
    await feed.told('the end', ({ type, data }) => type === 'order.completed' && data.merchantOrderNo === number);

    for (const service of [maker, reader]) {
      expect(await service.read(number)).toMatchObject({ status: 'COMPLETED', inReview: false });
      expect(service.program.output()).not.toMatch(/order_state_altered|not found: /);
    }
    expect(await world.rows.mismatches(number)).toEqual([]);
    expect(await laterOf(number)).toEqual(later);
    const settings = { DATABASE_URL: world.databaseUrl, SERVICE_KEY };
    const verified = await runToEnd('src/cli/accounts/verify-history.js', ['--order', number], settings);
    expect(verified.code, verified.out).toBe(0);
  });

  it('finds a column that was forged, also of an order that the older one made', async () => {
    const [older, newer] = await startBoth(NOW, NEXT);
    for (const maker of [newer, older]) {
      const number = newNumber();
      await maker.order(checkoutBody({ merchantOrderNo: number }));
      await owner.query(`UPDATE trades SET later = 'forged' WHERE merchant_order_no = $1`, [number]);
      expectProblem(await newer.get(`/v1/orders/${number}`), 409, 'order_in_review');
    }
    expect(newer.program.output()).toContain('order_state_altered');
  });
});
