import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childrenOf, commandLine, identify, isRunning } from '#scripts/lib/processes.mjs';
import { builtProgram, PROJECT, startProgram } from '../support/programs.js';
import type { Program } from '../support/programs.js';
import { pressButton } from '../support/sandbox-client.js';
import type { OrderBody } from '../support/service.js';
import { until } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-demo-'));
beforeAll(() => {
  // Built already, or the demo would build under the tests that run beside this one.
  builtProgram('src/main.js');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('the demo does what it says: its own words make an order that can be paid, and Ctrl-C stops everything', async () => {
  const data = join(folder, 'data');
  const ports = ['--port', '0', '--sandbox-port', '0'];
  const demo = startProgram('demo', join(PROJECT, 'tools/demo/main.mjs'), {}, [...ports, '--data', data]);
  try {
    await demo.says(/Ctrl-C stops everything/);
    for (const what of ['build', 'postgres', 'migrations', 'sandbox', 'service', 'shop'])
      expect(demo.output(), 'said before, and after').toMatch(
        new RegExp(`^ {2}${what} +[a-zA-Z ]+ …\\n(?:(?: {2}|)${what} .+\\n)* {2}${what} .+ s$`, 'm'),
      );
    const commands = commandsOf(demo);
    expect(commands).toHaveLength(2);
    const order = run(commands[0]!);
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', amount: '100.00' });
    await pressButton(order.payUrl!, 'pay');
    const paid = await until('completed', () => Promise.resolve(completed(run(commands[1]!))), 15_000);
    expect(paid).toMatchObject({ merchantOrderNo: order.merchantOrderNo, final: true, inReview: false });
    expect(paid['txHash']).toEqual(expect.stringMatching(/^0x[0-9a-f]{64}$/));
    await demo.says(heard(order.merchantOrderNo));

    const [, docs = ''] = /API docs +(\S+)/.exec(demo.output()) ?? [];
    expect((await fetch(docs)).status).toBe(200);
    const [, console = ''] = /^ +console +(\S+)$/m.exec(demo.output()) ?? [];
    expect((await fetch(console)).status).toBe(200);
    expect((await fetch(new URL('/', docs))).url, 'the root of the service').toBe(new URL('/checkout', docs).href);
    const children = childrenOf(demo.pid);
    const [, database = ''] = /^ +database +(\S+)$/m.exec(demo.output()) ?? [];
    const postmaster = Number(readFileSync(join(database, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    const started = [postmaster, ...children.map(({ pid }) => pid)].map((pid) => identify(pid));
    // Postgres' guardian is one too.
    expect(started.length).toBeGreaterThanOrEqual(4);
    expect(started).not.toContain(undefined);

    expect(await demo.stop('SIGINT', 20_000)).toBe(0);
    expect(demo.output()).toMatch(/stopped\n$/);
    expect(started.filter((program) => isRunning(program!))).toEqual([]);
  } finally {
    if (demo.isRunning()) await demo.stop('SIGTERM', 20_000);
  }
});

it('a service that is killed between payment and delivery changes nothing: the shop hears of it with the next demo', async () => {
  const args = ['--port', '0', '--sandbox-port', '0', '--data', join(folder, 'killed')];
  const start = (): Program => startProgram('demo', join(PROJECT, 'tools/demo/main.mjs'), {}, args);
  let number: string;
  const demo = start();
  try {
    await demo.says(/Ctrl-C stops everything/);
    const { merchantOrderNo, payUrl } = run(commandsOf(demo)[0]!);
    number = merchantOrderNo;
    const { pid } = childrenOf(demo.pid).find((child) => commandLine(child.pid).includes('dist/src/main.js'))!;
    await pressButton(payUrl!, 'pay');
    process.kill(pid, 'SIGKILL');
    expect(await demo.ended).toBe(1);
    expect(demo.output()).not.toMatch(heard(number));
  } finally {
    if (demo.isRunning()) await demo.stop('SIGTERM', 20_000);
  }
  const again = start();
  try {
    await again.says(heard(number));
    expect(await again.stop('SIGINT', 20_000)).toBe(0);
  } finally {
    if (again.isRunning()) await again.stop('SIGTERM', 20_000);
  }
});

const commandsOf = (demo: Program): string[] =>
  [...demo.output().matchAll(/^ +(curl .+)$/gm)].map(([, command]) => command!);

function run(command: string): OrderBody {
  const { stdout, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(status, command).toBe(0);
  return JSON.parse(stdout) as OrderBody;
}

/** The shop's line about an order that has ended. */
const heard = (number: string): RegExp =>
  new RegExp(`^shop +\\| ${number} order\\.\\w+ COMPLETED 0x[0-9a-f]{64}$`, 'm');

const completed = (order: OrderBody): OrderBody | null => (order.status === 'COMPLETED' ? order : null);
