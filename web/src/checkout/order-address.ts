import { isKept, privateAddress } from '../net/secrets.js';
import { isEmbedded } from './embed/embedder.js';
import { orderPageOf } from './rules/departure.js';

/** The order's page. Outside a frame, or without storage, it opens only with the secret. */
export function orderAddress(merchantOrderNo: string): string {
  const isHere = !isEmbedded && isKept(merchantOrderNo);
  return isHere ? orderPageOf(merchantOrderNo) : privateAddress(merchantOrderNo);
}
