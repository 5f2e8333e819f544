import { Injectable } from '@nestjs/common';
import { CatalogService } from '../catalog/catalog.service.js';
import { shownPrice } from '../orders/decisions/shown-price.js';
import type { Asked, TradeRow } from '../orders/model/order.types.js';
import { Problem } from '../platform/shared/problem.js';
import { declinedBy, isOutage, judgePrice } from './price.js';
import type { PriceNow } from './price.js';

/** Asks once more for the price that a customer was shown. */
@Injectable()
export class PriceService {
  constructor(private readonly catalog: CatalogService) {}

  /**
   * May this trade be sent, as far as its price goes? Whoever shows a price wants it to be kept: what nobody can say is
   * not taken for a yes. One call to the provider, and none where no price was shown.
   */
  async priceNow(trade: TradeRow, asked: Asked): Promise<PriceNow> {
    const shown = shownPrice(trade);
    if (shown === null) return { kind: 'holds', quote: null };
    const { crypto, network, fiat, country, amount, payWayCode } = asked;
    try {
      const wish = { side: 'BUY', type: 'ONE', crypto, network, fiat, country, amount, payWayCode } as const;
      return judgePrice(shown, asked, await this.catalog.quotes(wish));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return isOutage(error) ? { kind: 'unknown' } : { kind: 'declined', refusal: declinedBy(error) };
    }
  }
}
