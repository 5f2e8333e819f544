import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeRepository } from '#src/orders/storage/change.repository.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { OrderActs } from '../support/order-acts.js';
import { historyProblems, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

async function saltOf(number: string): Promise<Buffer | null> {
  return (await opened.orders.find(number)).state!.order.secretSalt;
}

/** The reservation is committed, its reply is lost, and staff revokes the secret before the read-back. */
function loseTheAnswer(number: string): void {
  const reserve = Reflect.get(ChangeRepository.prototype, 'reserve');
  vi.spyOn(ChangeRepository.prototype, 'reserve').mockImplementationOnce(async function (
    this: ChangeRepository,
    ...given
  ) {
    await reserve.apply(this, given);
    await opened.edits.revokeSecrets(number);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  });
}

describe('secret revocation', () => {
  it('during the read-back of a reservation keeps it its own', async () => {
    loseTheAnswer('A-1');
    const { state } = await new OrderActs(opened).reserved('A-1');
    expect(state.order.merchantOrderNo).toBe('A-1');
    // The reservation is returned; the secret stays revoked.
    expect([state.order.secretSalt?.length, await saltOf('A-1')]).toEqual([16, null]);
  });

  it('during the read-back of a registration makes it a repeat', async () => {
    loseTheAnswer('S-1');
    const sale = { merchantOrderNo: 'S-1', orderNo: null, customerId: null };
    const { isNew, state } = await opened.registrations.register(EVERYBODY, sale);
    expect([isNew, state.order.status]).toEqual([false, 'REGISTERED']);
  });

  it('of an unknown order returns false', async () => {
    expect(await opened.edits.revokeSecrets('A-1')).toBe(false);
  });
});

/** Runs `what` around the next write of a change. */
function atNextWrite(what: (write: () => Promise<unknown>) => Promise<unknown>): void {
  const apply = Reflect.get(ChangeRepository.prototype, 'apply');
  vi.spyOn(ChangeRepository.prototype, 'apply').mockImplementationOnce(async function (
    this: ChangeRepository,
    ...given
  ) {
    return (await what(() => apply.apply(this, given))) as ReturnType<typeof apply>;
  });
}

describe('a secret that staff issues', () => {
  const stored = async () => (await opened.orders.find('A-1')).state!.order;

  it('is the stored one after a lost reply', async () => {
    await new OrderActs(opened).created('A-1');
    atNextWrite(async (write) => {
      await write();
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    });
    const issued = await opened.edits.issueSecret('A-1');
    const { secretSalt, secretUntil } = await stored();
    expect(secretSalt).toHaveLength(16);
    expect([issued!.order.secretSalt, issued!.order.secretUntil]).toEqual([secretSalt, secretUntil]);
    expect(await historyProblems(opened)).toEqual([]);
  });

  it('is not made for an unknown order', async () => {
    expect(await opened.edits.issueSecret('A-1')).toBeNull();
  });
});
