import { createHash, createHmac } from 'node:crypto';
import type { BuyOrder } from '../orders/order.js';
import { sortedJson } from '../wire/string-to-sign.js';
import type { CallbackForm } from './callback-form.js';

type Fields = Record<string, unknown>;

export interface Signing extends Pick<CallbackForm, 'method' | 'signatures'> {
  readonly secret: string;
  /** 13 digits, as in the `timestamp` header. */
  readonly timestamp: string;
  /** Path of the callback URL, without its query. */
  readonly path: string;
}

/** The fields of a callback, taken from the order's record so that forced fields appear in both. */
export function callbackFields(order: BuyOrder, record: Fields): Fields {
  return {
    ...pick(record, ['appId', 'orderNo']),
    merchantOrderNo: order.merchantOrderNo,
    email: order.email,
    merchantUid: order.merchantUid,
    ...pick(record, ['crypto', 'network', 'address', 'cryptoPrice', 'cryptoQuantity', 'fiat', 'amount', 'payType']),
    ...pick(record, ['payTime', 'networkFee', 'rampFee', 'txTime', 'txHash', 'status']),
    message: order.status === 'PAY_FAIL' ? 'Payment declined' : 'SUCCESS',
  };
}

/**
 * Adds the signatures that are body fields. `signature`, the older one, covers neither status nor amount;
 * `newSignature` covers everything.
 */
export function callbackBody(fields: Fields, signing: Signing): Fields {
  const { signatures } = signing;
  return {
    ...fields,
    ...(signatures.includes('signature') ? { signature: olderSignature(fields, signing, false) } : {}),
    ...(signatures.includes('signature-twice') ? { signature: olderSignature(fields, signing, true) } : {}),
    ...(signatures.includes('newSignature') ? { newSignature: newSignature(fields, signing) } : {}),
  };
}

/** SHA-1, lower-case hex, over appId, secret, optionally appId again, orderNo, crypto, network and address. */
function olderSignature(fields: Fields, { secret }: Signing, isAppIdTwice: boolean): string {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const appId = text('appId');
  const start = isAppIdTwice ? [appId, secret, appId] : [appId, secret];
  const parts = [...start, ...['orderNo', 'crypto', 'network', 'address'].map(text)];
  return createHash('sha1').update(parts.join('')).digest('hex');
}

/** Base64 HMAC-SHA256 over timestamp, method, path, and the JSON with sorted keys and without empty values. */
function newSignature(fields: Fields, { secret, timestamp, method, path }: Signing): string {
  const text = `${timestamp}${method}${path}${sortedJson(Object.entries(fields))}`;
  return createHmac('sha256', secret).update(text).digest('base64');
}

function pick(record: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? '']));
}
