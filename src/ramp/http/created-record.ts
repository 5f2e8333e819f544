import type { CreatedTrade } from '../ramp.types.js';
import { isStorable } from './wire-text.js';
import { isWireRecord, member } from './wire.js';
import type { Reading, WireValue } from './wire.js';

const LONGEST_PAY_URL = 8192;
/** URL.canParse alone would pass blanks at the ends and line breaks within, which browsers read in their own ways. */
const ABSOLUTE = /^(https?):\/\/[^\s\\"<>]+$/i;

/**
 * The contract's answer to a create: `{ orderNo, payUrl }`, both strings. The payment page has to be `https:`;
 * `allowHttp` lets `http:` pass too, for a provider that is itself reached that way (a simulator on this machine).
 */
export function readCreatedTrade(data: WireValue, allowHttp: boolean): Reading<CreatedTrade> {
  if (!isWireRecord(data)) return { problem: 'data is not an object' };
  const orderNo = member(data, 'orderNo');
  const payUrl = member(data, 'payUrl');
  if (typeof orderNo !== 'string' || orderNo === '' || !isStorable(orderNo)) return { problem: 'orderNo is no text' };
  if (typeof payUrl !== 'string' || !isPayUrl(payUrl, allowHttp)) return { problem: 'payUrl is no absolute address' };
  return { value: { orderNo, payUrl } };
}

function isPayUrl(text: string, allowHttp: boolean): boolean {
  const scheme = ABSOLUTE.exec(text)?.[1]?.toLowerCase();
  const allowed = scheme === 'https' || (scheme === 'http' && allowHttp);
  return allowed && text.length <= LONGEST_PAY_URL && !text.includes('\0') && URL.canParse(text);
}
