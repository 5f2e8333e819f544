import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '#sandbox/sandbox.js';
import { startMerchant } from './support/merchant.js';
import { waitFor } from './support/wait-for.js';

function scratchFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'state.json');
}

it('loses everything at a restart without a state file', async () => {
  const before = await startMerchant();
  await before.create();
  await before.stop();
  const after = await startMerchant();
  expect(await after.orders()).toEqual([]);
});

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

it('an order with a lost reply survives a restart', async () => {
  const stateFile = scratchFile();
  const before = await startMerchant({ stateFile });
  await before.control('POST', '/faults', { endpoint: 'create', act: 'reset-after' });
  await expect(before.create()).rejects.toThrow();
  await before.stop();
  const after = await startMerchant({ stateFile });
  expect((await after.query({ merchantOrderNo: 'A-1001' })).data).toMatchObject({ status: 'PENDING' });
});

it('keeps a token even if it was the last change', async () => {
  const stateFile = scratchFile();
  const before = await startMerchant({ stateFile });
  const { data } = await before.token({ uid: 'u-1' });
  await before.stop();
  expect((await (await startMerchant({ stateFile })).token({ uid: 'u-1' })).data).toEqual(data);
});

it('reset empties the file too', async () => {
  const stateFile = scratchFile();
  const before = await startMerchant({ stateFile });
  await before.create();
  await before.control('POST', '/reset');
  await before.stop();
  expect(await (await startMerchant({ stateFile })).orders()).toEqual([]);
});

it.each(['', '{"version":1,"orders":[', '{"version":2}', 'null'])(
  'refuses to start on %j and does not overwrite it',
  (content) => {
    const stateFile = scratchFile();
    writeFileSync(stateFile, content);
    expect(() => createSandbox({ stateFile })).toThrow(/SANDBOX_STATE_FILE .* does not hold/);
  },
);
