import { Injectable } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { digestUnder } from '../../platform/redaction/for-history.js';
import { decideRebuilt } from '../decisions/decide-rebuilt.js';
import { concludeChange } from '../decisions/order-change.js';
import type { OrderChange } from '../decisions/order-change.js';
import { sealTools } from '../decisions/state-seal.js';
import { causeOf } from '../model/cause.js';
import type { OrderFile } from '../model/order-file.types.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { OrderWriterService } from './order-writer.service.js';

/** Sets an altered order to what its sealed history says, without a page, and has all its trades polled at once. */
@Injectable()
export class RebuildService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
    private readonly seals: OrderSealsService,
    private readonly keys: KeysService,
  ) {}

  /** Opens the mismatch of an altered order, so that the file that is read next has it. */
  async look(merchantOrderNo: string): Promise<void> {
    await this.orders.findStored(merchantOrderNo);
  }

  /** Throws `order_in_review` if the order fits its seal, or its history does not prove what its rows need. */
  async plan(file: OrderFile, staff: string, note: string): Promise<OrderChange> {
    const ring = await this.keys.ring();
    const reseal = (text: string, keyId: string): Buffer | null => ring.mac('history', text, keyId);
    const { verify } = sealTools(ring);
    const rebuilt = decideRebuilt(file, staff, note, { reseal, verifyState: verify, digest: digestUnder(ring) });
    if ('unproven' in rebuilt)
      throw new Problem(
        'order_in_review',
        rebuilt.unproven === null ? PROBLEM_TEXTS.notAltered : PROBLEM_TEXTS.notRebuilt(rebuilt.unproven),
      );
    const change = concludeChange(rebuilt.state, rebuilt.decision, causeOf('staff', staff), await this.seals.tools());
    const { version: expectedVersion, stateMac: expectedMac } = file.order;
    // The rows may differ from the state in any column.
    const updated = change.updated.map((update) => ({
      ...update,
      changed: Object.keys(update.trade).filter((name) => name !== 'lastSeen'),
    }));
    return { ...change, expectedVersion, expectedMac, updated, changedOfOrder: Object.keys(change.order) };
  }

  /** false: the order has changed meanwhile. */
  async apply(change: OrderChange): Promise<boolean> {
    try {
      return await this.writer.apply(change);
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      throw new Problem('order_in_review', PROBLEM_TEXTS.notRebuilt('another order has its number at the provider'));
    }
  }
}
