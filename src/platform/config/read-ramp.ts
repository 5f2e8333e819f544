import { requireHttpsToProvider, readWhole } from './reader.js';
import { accessTokenSettings } from './read-access-token.js';
import { parseNotFound } from './ramp-settings.js';
import { signatureSettings } from './read-signature.js';
import type { SettingsReader, Environment } from './reader.js';
import type { SignatureScheme } from './ramp-settings.js';
import { returnCodeKey } from '../text/text.js';
import { STATUSES_SEEN } from '../terms/order.js';
import { createPrivateKey } from 'node:crypto';
import { Secret } from '../callers/secret.js';
import { ADDRESS_FAMILIES, canonicalNetwork } from '../addresses/networks.js';
import type { AddressFamily, NetworkSettings } from '../addresses/networks.js';

/** How the provider is reached, and what its contract leaves open. */
export function rampSettings(read: SettingsReader) {
  const baseUrl = read.url('RAMP_BASE_URL');
  requireHttpsToProvider(read, 'RAMP_BASE_URL', baseUrl);
  const appId = read.text('RAMP_APP_ID');
  if (!/^[\x21-\x7e]*$/.test(appId))
    read.problems.push('RAMP_APP_ID must be one id without blanks, as a header carries it');
  const timeZone = read.text('RAMP_TIME_ZONE');
  if (!isTimeZone(timeZone)) {
    read.problems.push('RAMP_TIME_ZONE must be UTC or the name of a place such as Asia/Singapore, not CST or +08:00');
  }
  const signature = signatureSettings(read);
  if (signature.pathPrefix !== '' && baseUrl.endsWith(signature.pathPrefix)) {
    read.problems.push('RAMP_BASE_URL must end before RAMP_SIGNATURE_PATH_PREFIX, which is added to it');
  }
  return {
    baseUrl,
    appId,
    ...appSecrets(read, signature.scheme),
    signature,
    accessToken: accessTokenSettings(read, baseUrl),
    ...returnCodes(read),
    timeoutMs: read.integer('RAMP_TIMEOUT_MS'),
    maxRps: read.integer('RAMP_MAX_RPS'),
    maxConcurrency: read.integer('RAMP_MAX_CONCURRENCY'),
    timeZone,
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
    read.problems.push('RAMP_ASK_BEFORE_SEND needs RAMP_NOT_FOUND: only what the provider does not know is sent');
  }
  return { notFound, askBeforeSend };
}

function appSecrets(read: SettingsReader, scheme: SignatureScheme) {
  const appSecret = read.requiredSecret('RAMP_APP_SECRET');
  const appSecretNext = read.secret('RAMP_APP_SECRET_NEXT');
  if (appSecretNext !== null && appSecretNext.reveal() !== '' && appSecretNext.reveal() === appSecret.reveal()) {
    read.problems.push('RAMP_APP_SECRET_NEXT must be another secret than RAMP_APP_SECRET');
  }
  if (scheme.signs !== 'parameters' || scheme.key !== 'rsa') return { appSecret, appSecretNext };
  return {
    appSecret: rsaPrivateKey(read, 'RAMP_APP_SECRET', appSecret),
    appSecretNext: appSecretNext && rsaPrivateKey(read, 'RAMP_APP_SECRET_NEXT', appSecretNext),
  };
}

const CODE_LISTS = [
  ...(['RAMP_ACCESS_TOKEN_REFUSED_CODES', 'RAMP_SIGNATURE_REFUSED_CODES'] as const),
  ...(['RAMP_NOT_CONFIGURED_CODES', 'RAMP_RATE_LIMIT_CODES', 'RAMP_NOT_FOUND'] as const),
];
/** Neither success nor a code of the contract's table, and not a list in another form. */
const FURTHER_CODE = /^(?!0$|310[0-7]$)[^;"'[\]{}<>]+$/;

/** The meanings of codes beyond the contract. A code with two meanings would be acted upon by chance. */
function returnCodes(read: SettingsReader) {
  const lists = CODE_LISTS.map((name) => ({
    name,
    codes: read
      .list(name)
      .map((item) => returnCodeKey(name === 'RAMP_NOT_FOUND' ? item.replace(/^(BUY|SELL):/, '') : item)),
  }));
  for (const { name, codes } of lists) {
    if (!codes.every((code) => FURTHER_CODE.test(code))) {
      read.problems.push(
        `${name} must be a list of codes such as 1006,TOO_MANY, other than 0000 and 3100 to 3107: the contract says what these mean`,
      );
    }
  }
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

const STATUS_ENTRY = /^((?:BUY|SELL):[^=,]+)=([A-Z_]+)$/;
const MAPPED_STATUSES: Readonly<Record<string, readonly string[]>> = STATUSES_SEEN;

function statusMap(read: SettingsReader): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const entry of read.list('RAMP_STATUS_MAP')) {
    const [, word, status] = STATUS_ENTRY.exec(entry) ?? [];
    const side = word?.split(':')[0] ?? '';
    if (word === undefined || status === undefined || MAPPED_STATUSES[side]?.includes(status) !== true) {
      read.problems.push('RAMP_STATUS_MAP must be a list such as BUY:RISK_CONTROL=REJECTED,SELL:9=REFUNDED');
    } else map.set(word, status);
  }
  return map;
}

/** Abbreviations mean several zones, and offsets are read by some versions of Node.js only. */
function isTimeZone(name: string): boolean {
  if (!/^(?:utc|gmt|[a-z_]+\/[a-z].*)$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

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

const ENTRY = /^([^=]{1,64})=([a-z_]+)$/;

/** The address family of each network, and the networks that require a memo. */
export function networkSettings(read: SettingsReader): NetworkSettings {
  return { families: families(read), memoRequired: memoRequired(read) };
}

function families(read: SettingsReader): ReadonlyMap<string, AddressFamily | null> {
  const map = new Map<string, AddressFamily | null>();
  for (const entry of read.list('RAMP_NETWORK_FAMILIES')) {
    const [, network, word] = ENTRY.exec(entry) ?? [];
    const family = ADDRESS_FAMILIES.find((candidate) => candidate === word) ?? null;
    if (network === undefined || (family === null && word !== 'none')) {
      const words = [...ADDRESS_FAMILIES, 'none'].join(', ');
      read.problems.push(`RAMP_NETWORK_FAMILIES must be a list such as CRONOS=evm; families are ${words}`);
    } else map.set(canonicalNetwork(network.trim()), family);
  }
  return map;
}

function memoRequired(read: SettingsReader): readonly string[] {
  const names = read.list('RAMP_MEMO_REQUIRED');
  if (names.length === 1 && names[0] === 'none') return [];
  if (names.some((name) => !/^[!#-&(-:<-~]{1,64}$/.test(name) || name === 'none')) {
    read.problems.push('RAMP_MEMO_REQUIRED must be a list of networks such as BNB,XLM, or none');
  }
  return names.map(canonicalNetwork);
}

/** The settings of `npm run conformance`: how to reach the provider. Throws a SettingsError. */
export const readProviderSettings = (environment: Environment) => readWhole(environment, rampSettings);
