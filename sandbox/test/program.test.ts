import { performance } from 'node:perf_hooks';
import { mkdtempSync, readdirSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { merchantOf, startMerchant } from './support/merchant.js';
import { compileSandbox, runProgram } from './support/program.js';
import { waitFor } from './support/wait-for.js';

const program = compileSandbox();
afterAll(program.remove);

function run(environment: Record<string, string>, args: readonly string[] = []) {
  const running = runProgram(program.main, environment, args);
  onTestFinished(() => {
    running.kill('SIGKILL');
  });
  return running;
}

async function listening(running: ReturnType<typeof run>): Promise<string> {
  const line = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n/;
  await expect.poll(() => running.output.text).toMatch(line);
  return line.exec(running.output.text)?.[1] ?? '';
}

it.each(['SIGTERM', 'SIGINT'] as const)('prints its address, answers, and ends on %s within 2 s', async (signal) => {
  const running = run({ SANDBOX_PORT: '0', SANDBOX_APP_SECRET: 'k3y-of-the-test' });
  const url = await listening(running);
  expect(running.output.text).toBe(`sandbox listening on ${url}\n`);
  const merchant = merchantOf(url, { appSecret: 'k3y-of-the-test' });
  expect((await merchant.create()).returnCode).toBe('0000');
  // An unanswered request and a scheduled move must not delay the end.
  await merchant.control('POST', '/orders/A-1001/pay');
  await merchant.control('POST', '/faults', { endpoint: 'list', act: 'hang' });
  const hanging = merchant.list().catch(() => 'cut off');

  const began = performance.now();
  running.kill(signal);
  expect(await running.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(2000);
  expect(await hanging).toBe('cut off');
  expect(running.output.errors).toBe('');
  expect(running.output.text).toContain('{"method":"POST","path":"/open/api/v3/merchant/trade/create"');
  expect(running.output.text).not.toContain('k3y');
});

function scratchFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'state.json');
}

it('keeps orders, pages and tokens with a state file, and continues the order numbers', async () => {
  const stateFile = scratchFile();
  const before = await startMerchant({ stateFile });
  const { accessToken } = (await before.token({ email: 'a@example.com' })).data as { accessToken: string };
  await before.create();
  await before.create();
  await before.control('POST', '/orders/A-1001/status', { status: 'FINISHED', fields: { amount: '7' } });
  const path = (view: { payUrl: string }): string => new URL(view.payUrl).pathname;
  const kept = await before.orders();
  await before.stop();
  expect(readdirSync(join(stateFile, '..'))).toEqual(['state.json']);

  const after = await startMerchant({ stateFile });
  const found = await after.orders();
  expect(found.map(({ history, orderNo }) => ({ history, orderNo }))).toEqual(
    kept.map(({ history, orderNo }) => ({ history, orderNo })),
  );
  expect(found.map(path)).toEqual(kept.map(path));
  expect((await after.query({ merchantOrderNo: 'A-1001' })).data).toMatchObject({ status: 'FINISHED', amount: '7' });
  expect((await after.token({ email: 'a@example.com' })).data).toMatchObject({ accessToken });
  const next = (await after.create({}, { headers: { 'access-token': accessToken } })).data as { orderNo: string };
  expect(next.orderNo.slice(-6)).toBe('000003');
});

it('resumes interrupted moves, but not after a forced status', async () => {
  const stateFile = scratchFile();
  const before = await startMerchant({ stateFile });
  await before.create({ merchantOrderNo: 'paid' });
  await before.create({ merchantOrderNo: 'forced' });
  await before.control('POST', '/orders/paid/pay');
  await before.control('POST', '/orders/forced/status', { status: 'PAY_SUCCESS' });
  await before.stop();

  const after = await startMerchant({ stateFile, paceMs: 1 });
  await waitFor(async () => {
    expect((await after.orders('paid'))[0]?.status).toBe('FINISHED');
  });
  expect((await after.orders('forced'))[0]?.status).toBe('PAY_SUCCESS');
});

const documentation = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');

it('every control in the documentation works as shown', async () => {
  const examples = [
    ...documentation.matchAll(/^curl -s http:\/\/127\.0\.0\.1:4010(\/_control\S+)(?: .* -d '(.+)')?$/gm),
  ];
  expect(examples).toHaveLength(6);
  const merchant = await startMerchant();
  for (const [line, path, body] of examples) {
    const answer = await fetch(`${merchant.url}${path!}`, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    });
    expect(answer.ok, `${line}\n${await answer.text()}`).toBe(true);
  }
});

it('the documentation names no missing control', async () => {
  const merchant = await startMerchant();
  await merchant.create();
  const named = new Set([...documentation.matchAll(/`(GET|POST) (\/_control\/[a-z-]+)/g)].map(([, , path]) => path!));
  expect(named.size).toBeGreaterThan(8);
  for (const path of named) {
    const answers = await Promise.all(['GET', 'POST'].map((method) => fetch(`${merchant.url}${path}`, { method })));
    expect(
      answers.some(({ status }) => status !== 404),
      path,
    ).toBe(true);
  }
});
