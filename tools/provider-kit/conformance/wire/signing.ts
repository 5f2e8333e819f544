import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { RampSettings } from '../../../../src/platform/config/settings.js';
import { SIGNATURE_PRESETS } from '../../../../src/platform/config/ramp-settings.js';
import { signedCall } from '../../../../src/ramp/calls/signed-call.js';
import type { HttpCall } from '../../../../src/ramp/calls/signed-call.js';
import { Secret } from '../../../../src/platform/callers/secret.js';
import type { Planned } from './planned.js';

export type Scheme = RampSettings['signature'];

/** A scheme, and the setting that selects it. */
export interface NamedScheme {
  readonly name: string;
  readonly setting: string;
  readonly scheme: Scheme;
}

/** The configured scheme, then the presets that may be the right one instead. */
export function schemesToTry(configured: Scheme): readonly [NamedScheme, ...NamedScheme[]] {
  const presets = Object.keys(SIGNATURE_PRESETS) as (keyof typeof SIGNATURE_PRESETS)[];
  const others = presets.filter((preset) => preset !== configured.preset);
  return [
    named(configured),
    ...others.map((preset) => named({ ...configured, preset, scheme: SIGNATURE_PRESETS[preset] })),
  ];
}

function named(scheme: Scheme): NamedScheme {
  return { name: scheme.preset, setting: `RAMP_SIGNATURE=${scheme.preset}`, scheme };
}

/** The configured token; null: none, or one that is issued per customer, who does not exist here. */
export function tokenOfSettings({ accessToken }: Pick<RampSettings, 'accessToken'>): Secret | null {
  return accessToken.kind === 'fixed' || accessToken.kind === 'file' ? accessToken.token : null;
}

export type Signer = Pick<RampSettings, 'baseUrl' | 'appId' | 'appSecret' | 'accessToken'>;

/** The planned call, signed at `stamp` (milliseconds since 1970). Holds secrets. */
export function writeOut(planned: Planned, stamp: number, scheme: Scheme, signer: Signer): HttpCall {
  const { request, odd } = planned;
  const { baseUrl } = signer;
  const appId = odd?.kind === 'foreign_app' ? odd.appId : signer.appId;
  const token = tokenOf(planned, signer);
  const signedWith = (secret: Secret): HttpCall =>
    signedCall(request, stamp, token, { baseUrl, signature: scheme, key: { appId, secret } });
  const right = signedWith(signer.appSecret);
  switch (odd?.kind) {
    case 'foreign_signature':
      return signedWith(foreignSecret(scheme));
    case 'no_signature':
      return without(right, signatureHeader(right, signedWith(foreignSecret(scheme))));
    case 'foreign_app':
    case undefined:
      return right;
  }
}

function tokenOf({ token = 'none' }: Planned, signer: Signer): string | null {
  switch (token) {
    case 'own':
      return tokenOfSettings(signer)?.reveal() ?? null;
    case 'foreign':
      return randomBytes(24).toString('hex');
    case 'none':
      return null;
  }
}

/** A secret that makes well-formed, wrong signatures. */
function foreignSecret({ scheme }: Scheme): Secret {
  if (scheme.signs === 'parameters' && scheme.key === 'rsa') {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return new Secret(randomBytes(24).toString('hex'));
}

/** Finds the signature's header by signing with two secrets. */
function signatureHeader(one: HttpCall, other: HttpCall): string {
  return Object.keys(one.headers).find((name) => one.headers[name] !== other.headers[name]) ?? '';
}

function without(call: HttpCall, header: string): HttpCall {
  const headers = Object.entries(call.headers).filter(([name]) => name !== header);
  return { ...call, headers: Object.fromEntries(headers) };
}
