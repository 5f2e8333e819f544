import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { WatchRepository } from '../storage/watch.repository.js';

@Injectable()
export class PollRequestsService {
  constructor(
    private readonly watches: WatchRepository,
    private readonly settings: Settings,
  ) {}

  /** Makes a trade due now, or as soon as the floor allows. Returns false if there is no such trade. */
  requestPoll(tradeNo: string, hintCause: string): Promise<boolean> {
    return this.watches.hint(tradeNo, hintCause, this.settings.reconcile.hintFloorMs);
  }

  /** For trades of orders that changed within `freshMs`. */
  requestPollsOfFreshTrades(tradeNos: readonly string[], hintCause: string, freshMs: number): Promise<void> {
    return this.watches.hintFresh(tradeNos, hintCause, this.settings.reconcile.hintFloorMs, freshMs);
  }
}
