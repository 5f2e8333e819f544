import pg from 'pg';
import { afterEach, describe, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, startChromium } from '../../../test/support/chromium.js';
import { startDatabasePair } from '../../../test/support/postgres-pair.js';
import { Sandbox } from '../../../test/support/sandbox-client.js';
import { shiftClock } from '../../../test/support/service-clock.js';
import { migrate } from '../../../test/support/service-postgres.js';
import { checkoutBody, Service, until } from '../../../test/support/service.js';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe.skipIf(CHROMIUM === undefined)(`console of staff, with a read replica${NEEDS_CHROMIUM}`, () => {
  it('Orders of the last seconds, which the replica lacks, are offered', async () => {
    const browser = await startChromium();
    endings.push(() => browser.close());
    const pair = await startDatabasePair('shop');
    endings.push(() => pair.release());
    await migrate(pair.url);
    const sandbox = await Sandbox.start();
    endings.push(() => sandbox.stop());
    const env = { DATABASE_READ_URL: pair.standbyUrl };
    const service = await Service.start({ databaseUrl: pair.url, rampUrl: sandbox.url, env });
    endings.push(() => service.stop());
    const standby = new pg.Client(pair.standbyUrl);
    await standby.connect();
    endings.push(() => standby.end());
    // So that all orders are as old as the replica may be.
    await shiftClock(pair.url, '-20 seconds');
    const isListed = async (number: string): Promise<boolean> =>
      (await service.get('/v1/admin/orders')).text.includes(`"${number}"`);
    const { merchantOrderNo: old } = await service.order(checkoutBody());
    await until('the standby has it', () => isListed(old));
    await standby.query('SELECT pg_wal_replay_pause()');
    const { merchantOrderNo: fresh } = await service.order(checkoutBody());
    for (const number of [old, fresh])
      await until('a last change', async () => (await service.read(number))['rampStatus'] === 'PENDING');

    const { page } = await openTab(browser);
    await page.goto(`${service.url}/console#/find`);
    await page.getByRole('link', { name: old }).waitFor();
    const offer = page.getByRole('button', { name: 'Show 1 new order' });
    await offer.waitFor();
    // A list of the same second would be followed from the same place.
    await page.waitForResponse(/order=updated.*cursor=/);
    // Read again, the list lacks it still.
    const changes = page.waitForResponse(/updatedFrom=/);
    await Promise.all([page.waitForResponse(/orders\?limit/), offer.click()]);
    await changes;
    await offer.waitFor();
    await standby.query('SELECT pg_wal_replay_resume()');
    await until('the standby has it', () => isListed(fresh));
    await offer.click();
    await page.getByRole('link', { name: fresh }).waitFor();
  });
});
