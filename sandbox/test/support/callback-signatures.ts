import { createHash, createHmac } from 'node:crypto';
import type { Delivery } from './shop.js';
import { sortedText } from './sign.js';

/** Both signatures of a delivery, calculated from the received request. */
export function rightSignatures({ method, body, headers, path }: Delivery, appSecret: string) {
  const rest = { ...body, signature: null, newSignature: null };
  const older = ['appId', '', 'orderNo', 'crypto', 'network', 'address']
    .map((name) => (name === '' ? appSecret : String(body[name])))
    .join('');
  const newer = `${String(headers['timestamp'])}${method}${path.split('?')[0] ?? ''}${sortedText(rest)}`;
  return {
    signature: createHash('sha1').update(older).digest('hex'),
    newSignature: createHmac('sha256', appSecret).update(newer).digest('base64'),
  };
}
