import { performance } from 'node:perf_hooks';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { allSettings } from '#sandbox/settings/help.js';
import { merchantOf } from './support/merchant.js';
import { compileSandbox, runProgram } from './support/program.js';

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

it('prints all settings with --help', async () => {
  const running = run({}, ['--help']);
  expect(await running.ended).toBe(0);
  expect(running.output.text.match(/^ {2}SANDBOX_/gm)).toHaveLength(allSettings().length);
});

it('ends with one message that names all malformed settings', async () => {
  const running = run({ SANDBOX_PORT: 'x', SANDBOX_SIGNATURE: 'v9' });
  expect(await running.ended).toBe(1);
  expect(running.output.text).toBe('');
  expect(running.output.errors).toMatch(/SANDBOX_PORT[^]*SANDBOX_SIGNATURE/);
  expect(running.output.errors).not.toContain('at ');
});

it('reports a taken port', async () => {
  const port = new URL(await listening(run({ SANDBOX_PORT: '0' }))).port;
  const second = run({ SANDBOX_PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.output.errors).toMatch(/^SANDBOX_PORT is taken[^\n]*\n$/);
});
