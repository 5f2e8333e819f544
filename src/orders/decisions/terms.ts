import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { currentTrade } from '../model/fold.js';
import type { Asked, OrderRow, OrderState, TradeRow } from '../model/order.types.js';
import { canonicalJson } from '../../platform/shared/canonical-json.js';
import type { Seal } from './history.js';

/** Is `mac` the HMAC of the text under the key with this id? null: there is no such key. */
export type Verify = (text: string, keyId: string, mac: Buffer) => boolean | null;

export interface SealTools {
  readonly seal: Seal;
  readonly verify: Verify;
}

/** Seals with the newest key; a seal is good as long as its key is in the ring. */
export function sealTools(ring: KeyRing, purpose: 'terms' | 'order-state'): SealTools {
  return {
    seal: (text) => ring.sign(purpose, text),
    verify: (text, keyId, mac) => (ring.has(keyId) ? ring.verify(purpose, text, keyId, mac) : null),
  };
}

export type OrderTerms = Pick<OrderRow, 'side' | keyof Asked>;
export type SealedTrade = Pick<TradeRow, 'tradeNo' | 'n' | 'side' | 'asked' | 'termsMac' | 'termsKeyId'>;

/**
 * A new trade with its seal. The seal is the trade's and not the order's: terms of a trade never change, so there is
 * nothing to seal again, and those of an older trade can't be put in the place of newer ones. The next trade's are the
 * caller's own words, and of this one what `termsFault` has just let pass.
 */
export function sealed<Trade extends TradeRow>(trade: Trade, seal: Seal): Trade {
  if (trade.asked === null) return trade;
  const { keyId, mac } = seal(sealedText(trade.merchantOrderNo, trade));
  return { ...trade, termsMac: mac, termsKeyId: keyId };
}

/** Stands in place of what was erased. No checkout has it as its redirect URL: it is none. */
const ERASED = '[erased]';

/** What was asked for, without what is personal of it. The redirect URL carries the mark, under its seal. */
export function erasedTerms(asked: Asked, keepsAddress: boolean): Asked {
  const destination = keepsAddress ? {} : { address: ERASED, memo: null };
  return { ...asked, ...destination, redirectUrl: ERASED, failRedirectUrl: null, merchantName: null };
}

/** Why nothing may be sent of this order: its newest trade, or itself, is not what was sealed. null: both are. */
export function termsFault({ order, trades }: Pick<OrderState, 'order' | 'trades'>, verify: Verify): string | null {
  const trade = currentTrade(trades);
  if (trade.asked?.redirectUrl === ERASED) return `what ${trade.tradeNo} asks for was erased`;
  return sealFault(order.merchantOrderNo, trade, verify) ?? differenceFault(order, trade);
}

/** Why a trade is not what was sealed. */
export function sealFault(merchantOrderNo: string, trade: SealedTrade, verify: Verify): string | null {
  const { tradeNo, side, asked, termsMac, termsKeyId } = trade;
  if (side === 'SELL' && asked === null) return null;
  if (termsMac === null || termsKeyId === null) return `what ${tradeNo} asks for has no seal`;
  const fits = verify(sealedText(merchantOrderNo, trade), termsKeyId, termsMac);
  if (fits === null) return `what ${tradeNo} asks for is sealed with the service key ${termsKeyId}, which is not there`;
  return fits ? null : `what ${tradeNo} asks for does not fit its seal`;
}

/** An order says the same as its newest trade; of a sale there is nothing to compare. */
export function differenceFault(order: OrderTerms, { tradeNo, side, asked }: SealedTrade): string | null {
  const fields = Object.keys(asked ?? {}) as (keyof Asked)[];
  const differing = [
    ...(order.side === side ? [] : ['side']),
    ...fields.filter((field) => order[field] !== asked?.[field]),
  ];
  return differing.length === 0 ? null : `the order differs from what ${tradeNo} asks for: ${differing.join(', ')}`;
}

function sealedText(merchantOrderNo: string, { tradeNo, n, side, asked }: SealedTrade): string {
  return canonicalJson([merchantOrderNo, n, tradeNo, side, asked]);
}
