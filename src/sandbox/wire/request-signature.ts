import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureScheme } from '../settings/settings.js';
import type { Call } from './call.js';
import { v3StringToSign, v4StringToSign } from './string-to-sign.js';

export interface Credentials {
  readonly appId: string;
  readonly appSecret: string;
}

/** The one signature that is right for this call, in the scheme's own encoding; null when the call cannot be signed. */
export function rightSignature(
  scheme: SignatureScheme,
  { appId, appSecret }: Credentials,
  timestamp: string,
  call: Call,
): string | null {
  switch (scheme) {
    case 'v3': {
      const text = v3StringToSign(appId, timestamp, call);
      return text === null ? null : createHmac('sha256', appSecret).update(text).digest('hex');
    }
    case 'v4':
      return createHmac('sha256', appSecret).update(v4StringToSign(timestamp, call)).digest('base64');
    case 'legacy':
      return createHash('sha1').update(`${appId}${appSecret}${timestamp}`).digest('hex');
  }
}

/** Compares in constant time, whatever the lengths. */
export function sameSignature(given: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
