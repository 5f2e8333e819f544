import { Injectable } from '@nestjs/common';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Span } from '../span.js';
import { HistoryRepository } from './history.repository.js';
import { historyKeys, judgeOrder, removalText } from './judge-order.js';
import type { Fault, HistoryKeys, StoredOrder } from './judge-order.js';

export interface HistorySelection {
  readonly order: string | null;
  readonly span: Span;
}

interface CheckCounts {
  orders: number;
  entries: number;
  faults: number;
  faultyOrders: number;
}

export interface CheckResult extends CheckCounts {
  /** Ids of service keys that entries or seals name but that do not exist. */
  readonly missingKeys: readonly string[];
}

export interface HistoryCheckListener {
  /** Awaited, so that nothing piles up. */
  fault(fault: Fault): Promise<void>;
  progress(counts: Readonly<CheckCounts>): void;
}

@Injectable()
export class HistoryCheckService {
  constructor(private readonly histories: HistoryRepository) {}

  /** Holds one batch in memory at a time. */
  async check(selection: HistorySelection, ring: KeyRing, listener: HistoryCheckListener): Promise<CheckResult> {
    const counts: CheckCounts = { orders: 0, entries: 0, faults: 0, faultyOrders: 0 };
    const missing = new Set<string>();
    const keys = historyKeys(ring, (keyId) => missing.add(keyId));
    for await (const batch of this.batches(selection)) {
      for (const stored of batch) {
        const faults = judgeOrder(stored, keys);
        counts.orders += stored.order === null ? 0 : 1;
        counts.entries += stored.events.length;
        counts.faults += faults.length;
        counts.faultyOrders += faults.length > 0 ? 1 : 0;
        for (const fault of faults) await listener.fault(fault);
      }
      listener.progress(counts);
    }
    if (isAll(selection)) {
      for await (const fault of this.removalFaults(keys)) {
        counts.faults += 1;
        counts.faultyOrders += 1;
        await listener.fault(fault);
      }
    }
    return { ...counts, missingKeys: [...missing].sort() };
  }

  /** Finds orders that were removed other than by the service. */
  private async *removalFaults({ reseal }: HistoryKeys): AsyncGenerator<Fault> {
    for await (const { isThere, ...left } of this.histories.removed()) {
      const fault = (reason: string): Fault => ({ merchantOrderNo: left.merchantOrderNo, entry: null, reason });
      const seal = reseal(removalText(left), left.keyId);
      if (seal === null) yield fault(`there is no service key ${left.keyId}`);
      else if (!seal.equals(left.seal)) yield fault('it is gone, and what is left of it does not fit its seal');
      if (isThere) yield fault('it was removed, and is there all the same');
    }
  }

  private batches(selection: HistorySelection): AsyncGenerator<StoredOrder[]> {
    const { order, span } = selection;
    if (order !== null) return this.histories.one(order);
    return isAll(selection) ? this.histories.all() : this.histories.createdIn(span);
  }
}

const isAll = ({ order, span }: HistorySelection): boolean => order === null && span.from === null && span.to === null;
