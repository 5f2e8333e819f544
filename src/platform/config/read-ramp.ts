import { requireHttpsToProvider, readWhole } from './reader.js';
import { accessTokenSettings } from './read-access-token.js';
import { parseNotFound } from './ramp-settings.js';
import { needText } from './settings-table.js';
import { signatureSettings } from './read-signature.js';
import type { SettingsReader, Environment } from './reader.js';
import type { RequestSigning } from './ramp-settings.js';
import { returnCodeKey } from '../text/text.js';
import { createPrivateKey } from 'node:crypto';
import { Secret } from '../callers/secret.js';
import { ADDRESS_FAMILIES, canonicalNetwork } from '../addresses/networks.js';
import type { AddressFamily, NetworkSettings } from '../addresses/networks.js';

export function rampSettings(read: SettingsReader) {
  const baseUrl = read.url('RAMP_BASE_URL');
  requireHttpsToProvider(read, 'RAMP_BASE_URL', baseUrl);
  const signature = signatureSettings(read);
  if (signature.pathPrefix !== '' && baseUrl.endsWith(signature.pathPrefix)) {
    read.problems.push('RAMP_BASE_URL must end before RAMP_SIGNATURE_PATH_PREFIX, which is added to it');
  }
  return {
    baseUrl,
    appId: read.text('RAMP_APP_ID'),
    ...appSecrets(read, signature.scheme),
    signature,
    accessToken: accessTokenSettings(read, baseUrl),
    ...returnCodes(read),
    timeoutMs: read.integer('RAMP_TIMEOUT_MS'),
    maxRps: read.integer('RAMP_MAX_RPS'),
    maxConcurrency: read.integer('RAMP_MAX_CONCURRENCY'),
    timeZone: read.text('RAMP_TIME_ZONE'),
    statusMap: statusMap(read),
    ...knownNumbers(read),
  };
}

function knownNumbers(read: SettingsReader) {
  const settings = parseNotFound(read.list('RAMP_NOT_FOUND'));
  if (settings === null) read.problems.push('RAMP_NOT_FOUND must be a list such as 1006,null,SELL:empty');
  const notFound = settings ?? { BUY: new Set(), SELL: new Set() };
  const askBeforeSend = read.flag('RAMP_ASK_BEFORE_SEND');
  if (askBeforeSend && settings?.BUY.size === 0) {
    read.problems.push(needText('RAMP_ASK_BEFORE_SEND'));
  }
  return { notFound, askBeforeSend };
}

function appSecrets(read: SettingsReader, scheme: RequestSigning) {
  const appSecret = read.requiredSecret('RAMP_APP_SECRET');
  const appSecretNext = read.secret('RAMP_APP_SECRET_NEXT');
  if (appSecretNext !== null && appSecretNext.reveal() !== '' && appSecretNext.reveal() === appSecret.reveal()) {
    read.problems.push('RAMP_APP_SECRET_NEXT must be another secret than RAMP_APP_SECRET');
  }
  if (appSecretNext !== null && read.list('RAMP_SIGNATURE_REFUSED_CODES').length === 0) {
    read.problems.push(needText('RAMP_APP_SECRET_NEXT'));
  }
  if (scheme.signs !== 'parameters' || scheme.key !== 'rsa') return { appSecret, appSecretNext };
  return {
    appSecret: rsaPrivateKey(read, 'RAMP_APP_SECRET', appSecret),
    appSecretNext: appSecretNext && rsaPrivateKey(read, 'RAMP_APP_SECRET_NEXT', appSecretNext),
  };
}

const CODE_LISTS = [
  'RAMP_ACCESS_TOKEN_REFUSED_CODES',
  'RAMP_SIGNATURE_REFUSED_CODES',
  'RAMP_NOT_CONFIGURED_CODES',
  'RAMP_RATE_LIMIT_CODES',
  'RAMP_NOT_FOUND',
] as const;
/** The meanings of codes beyond the contract. A code with two meanings would be acted upon by chance. */
function returnCodes(read: SettingsReader) {
  const lists = CODE_LISTS.map((name) => ({
    name,
    codes: read
      .list(name)
      .map((item) => returnCodeKey(name === 'RAMP_NOT_FOUND' ? item.replace(/^(BUY|SELL):/, '') : item)),
  }));
  const sharing = lists.filter((list) =>
    list.codes.some((code) => lists.some((other) => other !== list && other.codes.includes(code))),
  );
  if (sharing.length > 0) {
    read.problems.push(`${sharing.map(({ name }) => name).join(' and ')} must not share a code`);
  }
  const [accessTokenCodes = [], signatureCodes = [], notConfiguredCodes = [], rateLimitCodes = []] = lists.map(
    ({ codes }) => codes,
  );
  return { accessTokenCodes, signatureCodes, notConfiguredCodes, rateLimitCodes };
}

function statusMap(read: SettingsReader): ReadonlyMap<string, string> {
  const entries = read.list('RAMP_STATUS_MAP').map((entry) => entry.split('='));
  return new Map(entries.map(([word = '', status = '']) => [word, status]));
}

/** A secret that is an RSA private key as PEM; its line ends may be written as `\n`, for settings of one line. */
function rsaPrivateKey(read: SettingsReader, name: string, secret: Secret): Secret {
  const pem = secret.reveal().replaceAll(String.raw`\n`, '\n');
  // A missing key is reported already.
  if (pem !== '' && !isRsaPrivateKey(pem)) {
    read.problems.push(
      `${name} must be an RSA private key as PEM, without passphrase: key=rsa in RAMP_SIGNATURE_SCHEME signs with it`,
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

export function networkSettings(read: SettingsReader): NetworkSettings {
  return { families: families(read), memoRequired: memoRequired(read) };
}

/** Null for `none`. */
function families(read: SettingsReader): ReadonlyMap<string, AddressFamily | null> {
  const entries = read.list('RAMP_NETWORK_FAMILIES').map((entry) => entry.split('='));
  return new Map(
    entries.map(([network = '', word]) => [
      canonicalNetwork(network.trim()),
      ADDRESS_FAMILIES.find((family) => family === word) ?? null,
    ]),
  );
}

function memoRequired(read: SettingsReader): readonly string[] {
  const names = read.list('RAMP_MEMO_REQUIRED');
  if (names.length === 1 && names[0] === 'none') return [];
  if (names.some((name) => !/^[!#-&(-:<-~]{1,64}$/.test(name) || name === 'none')) {
    read.problems.push('RAMP_MEMO_REQUIRED must be a list of networks such as BNB,XLM, or none');
  }
  return names.map(canonicalNetwork);
}

export const readProviderSettings = (environment: Environment) => readWhole(environment, rampSettings);
