import { createHash, createHmac } from 'node:crypto';
import type { BuyOrder } from '../orders/order.js';
import { sortedJson } from '../wire/string-to-sign.js';

type Fields = Record<string, unknown>;

export interface Signing {
  readonly appSecret: string;
  /** 13 digits, the same as in the `timestamp` header. */
  readonly timestamp: string;
  /** Of the address that is called, without its query. */
  readonly path: string;
}

/** What a callback says: fields of the order's record, which decides also where a test has forced them. */
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
 * The fields with two signatures. `signature` is the older one and covers neither status nor amount; `newSignature`
 * covers everything.
 */
export function callbackBody(fields: Fields, signing: Signing): Fields {
  return { ...fields, signature: olderSignature(fields, signing), newSignature: newSignature(fields, signing) };
}

/** SHA-1, lower-case hex, over appId, secret, orderNo, crypto, network and address. */
function olderSignature(fields: Fields, { appSecret }: Signing): string {
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const parts = [text('appId'), appSecret, ...['orderNo', 'crypto', 'network', 'address'].map(text)];
  return createHash('sha1').update(parts.join('')).digest('hex');
}

/** Base64 HMAC-SHA256 over timestamp, `POST`, path, and the JSON with sorted keys and without empty values. */
function newSignature(fields: Fields, { appSecret, timestamp, path }: Signing): string {
  const text = `${timestamp}POST${path}${sortedJson(Object.entries(fields))}`;
  return createHmac('sha256', appSecret).update(text).digest('base64');
}

function pick(record: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? '']));
}
