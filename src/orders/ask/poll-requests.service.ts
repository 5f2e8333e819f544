import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { WatchRepository } from '../storage/watch.repository.js';

/** Hints: what makes a trade due before its time. */
@Injectable()
export class PollRequestsService {
  constructor(
    private readonly watches: WatchRepository,
    private readonly settings: Settings,
  ) {}

  /** Something says "look again" at this trade: it is due now, or as soon as the floor lets it. false: no such trade. */
  requestPoll(tradeNo: string, hintCause: string): Promise<boolean> {
    return this.watches.hint(tradeNo, hintCause, this.settings.reconcile.hintFloorMs);
  }

  /** The same of many trades, of orders that changed within `freshMs`. */
  requestPollsOfFreshTrades(tradeNos: readonly string[], hintCause: string, freshMs: number): Promise<void> {
    return this.watches.hintFresh(tradeNos, hintCause, this.settings.reconcile.hintFloorMs, freshMs);
  }
}
