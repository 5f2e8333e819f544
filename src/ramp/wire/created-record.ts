import type { CreatedTrade } from '../port/ramp.types.js';
import { webAddress } from './web-address.js';
import { isStorable } from './wire-text.js';
import { isWireRecord, member, WireNumber } from './wire.js';
import type { Reading, WireValue } from './wire.js';

const LONGEST_PAY_URL = 8192;

/**
 * The contract's answer to a create: `{ orderNo, payUrl }`, both strings; `orderNo` may be a whole number. An answer
 * with an order number means that the trade exists. `payUrl` is normalised by the URL parser and must be `https:`, or
 * else counts as absent; `allowHttp` permits `http:` for a provider that is itself reached that way (a simulator on
 * this machine).
 */
export function readCreatedTrade(data: WireValue, allowHttp: boolean): Reading<CreatedTrade> {
  if (!isWireRecord(data)) return { problem: 'data is not an object' };
  const orderNo = readOrderNo(member(data, 'orderNo'));
  const payUrl = member(data, 'payUrl');
  if (orderNo === null) return { problem: 'orderNo is neither text nor a whole number' };
  return { value: { orderNo, payUrl: typeof payUrl === 'string' ? readPayUrl(payUrl, allowHttp) : null } };
}

function readOrderNo(value: WireValue | undefined): string | null {
  if (value instanceof WireNumber) return /^\d+$/.test(value.digits) ? value.digits : null;
  return typeof value === 'string' && value !== '' && isStorable(value) ? value : null;
}

function readPayUrl(text: string, allowHttp: boolean): string | null {
  const url = webAddress(text);
  if (url === null || url.length > LONGEST_PAY_URL || (url.startsWith('http:') && !allowHttp)) return null;
  return url;
}
