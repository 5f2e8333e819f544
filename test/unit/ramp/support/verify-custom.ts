import { createHash, createHmac, createVerify } from 'node:crypto';

export interface OnTheWire {
  /** Path and query of the request line. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** `names` are separated by commas, or `all`. */
export type Knobs = Readonly<Record<string, string>>;

/** The knobs as the service's settings. */
export const schemeSettings = (knobs: Knobs): Readonly<Record<string, string>> => ({
  RAMP_SIGNATURE: 'custom',
  RAMP_SIGNATURE_SCHEME: Object.entries(knobs)
    .filter(([, value]) => value !== 'all')
    .map(([name, value]) => `${name}=${value.replaceAll(',', '+')}`)
    .join(','),
});

/** Renamed headers, in lower case. */
interface Names {
  readonly appid: string;
  readonly timestamp: string;
  readonly sign: string;
}

/**
 * Verifies a request under a custom scheme as a provider would, from the received bytes alone: written independently of
 * the signing code. With `rsa` the secret is the public key.
 */
export function isSignedByKnobs(
  knobs: Knobs,
  appId: string,
  secret: string,
  { target, headers, body }: OnTheWire,
  names: Names = { appid: 'appid', timestamp: 'timestamp', sign: 'sign' },
): boolean {
  const knob = (name: string, fallback: string): string => knobs[name.toLowerCase()] ?? fallback;
  const timestamp = headers[names.timestamp];
  if (headers[names.appid] !== appId || typeof timestamp !== 'string') return false;

  let lines = [`appid=${appId}`, `timestamp=${timestamp}`];
  for (const part of (target.split('?')[1] ?? '').split('&')) {
    if (part !== '') lines.push(part.split('=').map(decodeURIComponent).join('='));
  }
  if (body.length > 0) {
    const fields = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    for (const name in fields) {
      const value = fields[name];
      if (typeof value === 'object' && knob('NESTED', 'refuse') === 'refuse') return false;
      lines.push(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
    }
  }
  const nameOf = (line: string): string => line.slice(0, line.indexOf('='));
  const listed = knob('NAMES', 'all').split(',');
  if (listed[0] !== 'all') lines = lines.filter((line) => listed.includes(nameOf(line)));
  // No empty field may have been sent then.
  if (knob('EMPTY', 'omit') === 'omit' && lines.some((line) => line === `${nameOf(line)}=`)) return false;
  const order = knob('SORT', 'ignore-case');
  if (order === 'bytes') lines.sort((a, b) => Buffer.compare(Buffer.from(nameOf(a)), Buffer.from(nameOf(b))));
  if (order === 'ignore-case') lines.sort((a, b) => (nameOf(a).toUpperCase() < nameOf(b).toUpperCase() ? -1 : 1));

  const text = lines.join('&');
  const digest = knob('DIGEST', 'sha256');
  const place = knob('KEY', 'hmac');
  if (place === 'rsa') {
    const sent = Buffer.from(String(headers[names.sign]), knob('ENCODING', 'hex') === 'base64' ? 'base64' : 'hex');
    return createVerify(digest).update(text, 'utf8').verify(secret, sent);
  }
  const hash = place === 'hmac' ? createHmac(digest, secret) : createHash(digest);
  if (place === 'prefix') hash.update(secret);
  hash.update(text, 'utf8');
  if (place === 'suffix') hash.update(secret);
  if (place === 'parameter') hash.update('&key=').update(secret);
  const bytes = hash.digest();
  const encoding = knob('ENCODING', 'hex');
  const right = bytes.toString(encoding === 'base64' ? 'base64' : 'hex');
  return headers[names.sign] === (encoding === 'HEX' ? right.toUpperCase() : right);
}
