import { describe, expect, it, onTestFinished } from 'vitest';
import { expectPaidToTheEnd, expectPayable, expectSafe } from '../support/crash-checks.js';
import { CrashWorld, deathOf } from '../support/crashes.js';
import { newCheckout, orderOf, until } from '../support/service.js';
import { MATRICES } from './crash/matrices.js';
import { crashMatrix } from './crash/matrix.js';

describe.each(MATRICES)('every crash: %s', (_name, matrix) => crashMatrix(matrix, 'every'));
const CALL_MS = 500;
const LEASE_MS = CALL_MS + 15_000;

it('a replica that lives takes over from one that was killed, once its lease is over', async () => {
  const world = await CrashWorld.start();
  onTestFinished(() => world.close());
  const quick = { RAMP_TIMEOUT_MS: String(CALL_MS) };
  const living = await world.service(null, quick);
  const dying = await world.service(3, quick);
  const { body, number } = newCheckout();
  await dying.checkout(body).catch(() => null);
  expect(await deathOf(dying.program)).toEqual({ ending: 'SIGKILL', effects: ['list', 'reserve', 'create'] });

  await until('the other has made a trade', async () => (await world.rows.trades(number)).at(-1)!.pay_url, 30_000);
  const [first, second] = (await world.rows.events(number)).filter(({ kind }) => kind === 'reserved');
  expect(second!.at.getTime() - first!.at.getTime()).toBeGreaterThanOrEqual(LEASE_MS);
  const repeat = await living.checkout(body);
  expect(repeat.status, repeat.text).toBe(200);
  await expectPaidToTheEnd(world, number, await expectPayable(world, orderOf(repeat)));
  await expectSafe(world, number);
});
