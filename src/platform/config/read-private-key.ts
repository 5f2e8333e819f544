import { createPrivateKey } from 'node:crypto';
import { Secret } from '../callers/secret.js';
import type { SettingsReader } from './reader.js';

/** A secret that is an RSA private key as PEM; its line ends may be written as `\n`, for settings of one line. */
export function rsaPrivateKey(read: SettingsReader, name: string, secret: Secret): Secret {
  const pem = secret.reveal().replaceAll(String.raw`\n`, '\n');
  // A missing key is reported already.
  if (pem !== '' && !isRsaPrivateKey(pem)) {
    read.problems.push(
      `${name} must be an RSA private key as PEM, without passphrase: RAMP_SIGNATURE_KEY=rsa signs with it`,
    );
  }
  return new Secret(pem);
}

function isRsaPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
