import { createHash, createHmac, timingSafeEqual, verify } from 'node:crypto';
import type { Behaviour } from '../switches/behaviour.js';
import type { Call } from './call.js';
import { pairsToSign, v4StringToSign } from './string-to-sign.js';
import type { PairRules } from './string-to-sign.js';

export interface Credentials {
  readonly appId: string;
  readonly appSecret: string;
}

type Rules = PairRules & Pick<Behaviour, 'signature' | 'signatureDigest' | 'signatureKey' | 'signatureEncoding'>;

const V3: PairRules = {
  signatureNames: 'all',
  signatureSort: 'ignore-case',
  signatureEmpty: 'omit',
  signatureNested: 'refuse',
};

/** Verifies a call's signature in the encoding of the scheme. */
export function isRightSignature(
  signature: string,
  rules: Rules,
  credentials: Credentials,
  timestamp: string,
  call: Call,
): boolean {
  if (rules.signature === 'custom' && rules.signatureKey === 'rsa') {
    const text = pairsToSign(credentials.appId, timestamp, call, rules);
    return text !== null && isSignedWithRsa(signature, rules, credentials.appSecret, text);
  }
  const right = rightSignature(rules, credentials, timestamp, call);
  return right !== null && sameSignature(signature, right);
}

/** The expected signature of a call; null: the call cannot be signed. */
function rightSignature(rules: Rules, { appId, appSecret }: Credentials, timestamp: string, call: Call): string | null {
  switch (rules.signature) {
    case 'v3': {
      const text = pairsToSign(appId, timestamp, call, V3);
      return text === null ? null : createHmac('sha256', appSecret).update(text).digest('hex');
    }
    case 'v4':
      return createHmac('sha256', appSecret).update(v4StringToSign(timestamp, call)).digest('base64');
    case 'legacy':
      return createHash('sha1').update(`${appId}${appSecret}${timestamp}`).digest('hex');
    case 'custom': {
      const text = pairsToSign(appId, timestamp, call, rules);
      return text === null ? null : customSignature(rules, appSecret, text);
    }
  }
}

function customSignature(rules: Rules, secret: string, text: string): string {
  return written(digestOf(rules, secret, text), rules);
}

function written(bytes: Buffer, { signatureEncoding }: Rules): string {
  switch (signatureEncoding) {
    case 'hex':
      return bytes.toString('hex');
    case 'HEX':
      return bytes.toString('hex').toUpperCase();
    case 'base64':
      return bytes.toString('base64');
  }
}

function isSignedWithRsa(signature: string, rules: Rules, publicKey: string, text: string): boolean {
  const bytes = Buffer.from(signature, rules.signatureEncoding === 'base64' ? 'base64' : 'hex');
  if (written(bytes, rules) !== signature) return false;
  return verify(rules.signatureDigest, Buffer.from(text, 'utf8'), publicKey, bytes);
}

function digestOf({ signatureDigest, signatureKey }: Rules, secret: string, text: string): Buffer {
  const hash = (keyed: string): Buffer => createHash(signatureDigest).update(keyed).digest();
  switch (signatureKey) {
    case 'hmac':
      return createHmac(signatureDigest, secret).update(text).digest();
    case 'prefix':
      return hash(`${secret}${text}`);
    case 'suffix':
      return hash(`${text}${secret}`);
    case 'parameter':
      return hash(`${text}&key=${secret}`);
    case 'rsa':
      throw new TypeError('a signature by a private key is verified, not made');
  }
}

/** Compares in constant time for any lengths. */
function sameSignature(signature: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(signature), digest(right));
}
