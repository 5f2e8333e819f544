/** How requests that are signed by their parameters are signed. */
export interface ParameterScheme {
  readonly signs: 'parameters';
  readonly digest: (typeof DIGESTS)[number];
  /**
   * Where the app secret goes: it keys an HMAC, or stands in the string before, behind, or as its last parameter; `rsa`: it
   * is the private key of a signature.
   */
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

/** How requests are signed: by their parameters, as they go over the wire, or by nothing but who sends them and when. */
export type SignatureScheme = ParameterScheme | { readonly signs: 'request' } | { readonly signs: 'sender' };

export const DIGESTS = ['sha256', 'sha1', 'sha512', 'md5'] as const;
export const KEY_PLACES = ['hmac', 'prefix', 'suffix', 'parameter', 'rsa'] as const;
export const ENCODINGS = ['hex', 'HEX', 'base64'] as const;
export const SORT_ORDERS = ['ignore-case', 'bytes', 'as-sent'] as const;
export const EMPTY_POLICIES = ['omit', 'keep'] as const;
export const NESTED_POLICIES = ['refuse', 'json'] as const;

/** The schemes in use among providers of this interface. A custom one starts from `v3`, knob by knob. */
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
} as const satisfies Readonly<Record<string, SignatureScheme>>;

/** How the provider calls the headers that the contract calls `appid`, `timestamp`, `sign` and `access-token`. */
export interface SignatureHeaders {
  readonly appid: string;
  readonly timestamp: string;
  readonly sign: string;
  readonly 'access-token': string;
}

export interface SignatureSettings {
  readonly preset: keyof typeof SIGNATURE_PRESETS | 'custom';
  readonly scheme: SignatureScheme;
  readonly headers: SignatureHeaders;
  /** The prefix of `/merchant/…` in each path, without a trailing slash; empty for none. */
  readonly pathPrefix: string;
}
