import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleIn } from '../support/documents.js';
import { HAS_PYTHON, NEEDS_PYTHON, runPython } from '../support/python.js';
import { htmlPage, PROXY_STATUSES, Relay } from '../support/relay.js';
import { pressButton } from '../support/sandbox-client.js';
import { until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();
let relay: Relay;
beforeAll(async () => {
  relay = await Relay.start(world.service.url);
});
afterAll(async () => {
  await relay.stop();
});

// The sample in JavaScript runs with the packed client: see client-packed.long.test.ts.
it.skipIf(!HAS_PYTHON)(
  `the Python sample sells through a load balancer that fails, and says when to deliver${NEEDS_PYTHON}`,
  async () => {
    const sample = sampleIn(readFileSync('docs/integrate.md', 'utf8'), 'python');
    const [, number = ''] = /"merchantOrderNo": "([^"]+)"/.exec(sample) ?? [];
    const pages = PROXY_STATUSES.map((status) => htmlPage(status, true));
    relay.act = ({ method }) => (method === 'POST' && pages.shift()) || 'pass';
    const python = runPython(sample, { RAMP_CHECKOUT_URL: relay.url, RAMP_CHECKOUT_KEY: 'ignored' });
    const payUrl = await until('a page to pay at', async () => {
      const { body } = await world.service.get(`/v1/orders/${number}`);
      return body['payUrl'] as string | null | undefined;
    });
    await pressButton(payUrl, 'pay');
    expect(await python.ended, python.output()).toBe(0);
    expect(python.output()).toMatch(/(?:^|\n)deliver\n$/);
    expect(python.output().match(/deliver/g)).toHaveLength(1);
    expect(await world.sandbox.creates(number)).toHaveLength(1);
  },
);
