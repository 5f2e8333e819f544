import { fillRedirect } from '../catalog/rules/redirect.js';
import type { OrderTerms, TradeRefusal, TradeRow } from '../orders/model/order.types.js';
import type { RampRefused } from '../ramp/port/ramp.errors.js';
import { REFUSALS } from '../ramp/port/refusal-table.js';
import type { TradeRequest } from '../ramp/port/ramp.types.js';

export function askedOf({ side, asked }: TradeRow): OrderTerms {
  if (side === 'SELL' || asked === null) throw new Error('this trade was not made by us');
  // Complete: a rule of the table.
  return asked as OrderTerms;
}

export function tradeRequest(trade: TradeRow, callbackUrl: string | null): TradeRequest {
  const asked = askedOf(trade);
  const { stamp, tradeNo, merchantOrderNo } = trade;
  if (stamp === null) throw new Error('this trade has no stamp');
  const filled = (url: string | null): string | null => (url === null ? null : fillRedirect(url, merchantOrderNo));
  return {
    ...asked,
    tradeNo,
    stamp,
    callbackUrl,
    redirectUrl: filled(asked.redirectUrl),
    failRedirectUrl: filled(asked.failRedirectUrl),
  };
}

export function refusalOf(refused: RampRefused): TradeRefusal {
  const { reason, returnCode, returnMsg, min, max, evidence } = refused;
  return { problem: REFUSALS[reason].problem, returnCode, returnMsg, traceId: evidence.traceId, min, max };
}
