import { Injectable, Logger } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { HistoryRepository } from '../history/history.repository.js';
import { historyKeys, judgeOrder } from '../history/judge-order.js';
import type { StoredOrder } from '../history/judge-order.js';
import { removalText } from '../history/judge-order.js';
import { RemovalRepository } from './removal.repository.js';
import type { OrderPlace, SealedRemoval } from './removal.repository.js';

/** Small enough not to delay concurrent checkouts. */
const AT_ONCE = 100;

/**
 * Removes orders that ended long ago, with all their data. Their numbers stay taken, their report figures are kept by
 * month, and the HMACs of their histories are kept so that earlier anchors still match.
 */
@Injectable()
export class RemovalService {
  private readonly logger = new Logger(RemovalService.name);

  constructor(
    private readonly removals: RemovalRepository,
    private readonly histories: HistoryRepository,
    private readonly keys: KeysService,
  ) {}

  /**
   * Works in batches of one statement each, so a crash leaves no half-removed order. Orders whose history has a fault
   * stay for investigation. Any number of workers may run it at once.
   */
  async removeOld(olderThanMs: number): Promise<void> {
    const ring = await this.keys.ring();
    const keys = historyKeys(ring, () => undefined);
    let [removed, faulty] = [0, 0];
    for (let after: OrderPlace = { created: '-infinity', number: '' }; ;) {
      const page = await this.removals.old(olderThanMs, after, AT_ONCE);
      const stored = await this.histories.listed(page.map(({ number }) => number));
      const sound = stored.filter((order) => judgeOrder(order, keys).length === 0);
      faulty += stored.length - sound.length;
      const sealed = sound.flatMap((order) => sealedRemoval(order, ring));
      if (sealed.length > 0) removed += await this.removals.remove(sealed, ring.newestId);
      const last = page.at(-1);
      if (last === undefined || page.length < AT_ONCE) break;
      after = last;
    }
    if (removed + faulty > 0) logEvent(this.logger, 'orders_removed', { removed, faulty });
  }
}

function sealedRemoval({ merchantOrderNo, order, events }: StoredOrder, ring: KeyRing): SealedRemoval[] {
  if (order === null) return [];
  const left = { merchantOrderNo, times: events.map(({ at }) => at), macs: events.map(({ mac }) => mac) };
  return [{ number: merchantOrderNo, version: order.version, seal: ring.sign('history', removalText(left)).mac }];
}
