import type { Secret } from '../callers/secret.js';

export interface ParameterScheme {
  readonly signs: 'parameters';
  readonly digest: (typeof DIGESTS)[number];
  /** The secret keys an HMAC, stands in the string (before, behind, last parameter), or is an RSA private key. */
  readonly key: (typeof KEY_PLACES)[number];
  readonly encoding: (typeof ENCODINGS)[number];
  /** Names of the parameters that are signed, among them `appid` and `timestamp`; null: all. */
  readonly names: readonly string[] | null;
  readonly sort: (typeof SORT_ORDERS)[number];
  /** Fields of a request that have no value: left out, or sent as empty text and signed as `name=`. */
  readonly empty: (typeof EMPTY_POLICIES)[number];
  /** Lists and objects: a mistake of ours, or signed and sent as compact JSON. */
  readonly nested: (typeof NESTED_POLICIES)[number];
}

/** What is signed: the parameters, the request as it goes over the wire, or only its sender and time. */
export type RequestSigning = ParameterScheme | { readonly signs: 'request' } | { readonly signs: 'sender' };

export const DIGESTS = ['sha256', 'sha1', 'sha512', 'md5'] as const;
export const KEY_PLACES = ['hmac', 'prefix', 'suffix', 'parameter', 'rsa'] as const;
export const ENCODINGS = ['hex', 'HEX', 'base64'] as const;
export const SORT_ORDERS = ['ignore-case', 'bytes', 'as-sent'] as const;
export const EMPTY_POLICIES = ['omit', 'keep'] as const;
export const NESTED_POLICIES = ['refuse', 'json'] as const;

/** A custom scheme starts from `v3`. */
export const SIGNATURE_PRESETS = {
  v3: {
    signs: 'parameters',
    digest: 'sha256',
    key: 'hmac',
    encoding: 'hex',
    names: null,
    sort: 'ignore-case',
    empty: 'omit',
    nested: 'refuse',
  },
  v4: { signs: 'request' },
  legacy: { signs: 'sender' },
} as const satisfies Readonly<Record<string, RequestSigning>>;

/** The provider's names of these headers. */
export type SignatureHeaders = Readonly<Record<'appid' | 'timestamp' | 'sign' | 'access-token', string>>;

export interface SignatureSettings {
  readonly preset: keyof typeof SIGNATURE_PRESETS | 'custom';
  readonly scheme: RequestSigning;
  readonly headers: SignatureHeaders;
  /** The prefix of `/merchant/…` in each path, without a trailing slash; empty for none. */
  readonly pathPrefix: string;
}

/** `seconds`, `milliseconds`: from now; `time`: a moment in any form that the provider writes. */
export type LifetimeUnit = 'seconds' | 'milliseconds' | 'time';

export const MEMBER_PATH = /^[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){0,9}$/;
/** A number of seconds, or a member of the answer and its unit. */
export const LIFETIME = new RegExp(`^[1-9]\\d{0,7}$|${MEMBER_PATH.source.slice(0, -1)}:(?:seconds|milliseconds|time)$`);

/** Issues the access token of one customer. */
export interface TokenEndpointSettings {
  /** The provider's base address, or the origin of another server; without a slash at its end. */
  readonly base: string;
  /** The path after the base; begins with a slash or is empty. */
  readonly path: string;
  /** It lies below the provider's base address: its calls are calls to the provider like any other. */
  readonly isAtProvider: boolean;
  readonly method: 'POST' | 'GET';
  /** The field that names the customer, and which fact of the customer's it carries. */
  readonly identity: { readonly field: string; readonly fact: 'email' | 'id' };
  readonly tokenPath: readonly string[];
  /** How long a token is used, in milliseconds, where its answer does not say. */
  readonly lifetimeMs: number;
  readonly lifetimeInAnswer: { readonly path: readonly string[]; readonly unit: LifetimeUnit } | null;
  /** The request carries the application's id, a timestamp and a signature, as calls to the provider do. */
  readonly isSigned: boolean;
  readonly authorization: Secret | null;
}

/** Where tokens come from if the merchant's server sends none. `token` of a file: its content at start. */
export type AccessTokenSettings =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly token: Secret }
  | { readonly kind: 'file'; readonly path: string; readonly token: Secret }
  | { readonly kind: 'endpoint'; readonly endpoint: TokenEndpointSettings };

/** Answers that mean "no such order", by side. Empty: it is never believed. */
export type NotFoundSettings = Readonly<Record<'BUY' | 'SELL', ReadonlySet<string>>>;

/** `null`: success without data; `empty`: success with a record that has neither number nor status. */
export const NOT_FOUND_WORDS: readonly string[] = ['null', 'empty'];

const ENTRY = /^(?:(BUY|SELL):)?\s*([^:\s][^:]*)$/;

/** Reads entries such as `1006`, `null`, `SELL:3200`; null: one of them is none. */
export function parseNotFound(entries: readonly string[]): NotFoundSettings | null {
  const found = { BUY: new Set<string>(), SELL: new Set<string>() };
  for (const entry of entries) {
    const [, side, form] = ENTRY.exec(entry) ?? [];
    if (form === undefined) return null;
    if (side !== 'SELL') found.BUY.add(form);
    if (side !== 'BUY') found.SELL.add(form);
  }
  return found;
}

/** The setting for what was seen; null: nothing was. A form of both sides stands without a side. */
export function notFoundValue(seen: Readonly<Record<keyof NotFoundSettings, readonly string[]>>): string | null {
  const isOfBoth = (form: string): boolean => seen.BUY.includes(form) && seen.SELL.includes(form);
  const entries = (['BUY', 'SELL'] as const).flatMap((side) =>
    seen[side].map((form) => (isOfBoth(form) ? form : `${side}:${form}`)),
  );
  return entries.length === 0 ? null : [...new Set(entries)].join(',');
}
