import { Secret } from '../shared/secret.js';
import { SettingsReader } from './reader.js';
import type { Environment } from './reader.js';
import type { HistorySettings, RampSettings, ReportSettings, ServiceKey, Settings } from './settings.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Reads all settings of the service. Names, meanings and defaults are listed in docs/operations.md.
 * Throws a SettingsError that names everything that is wrong, without values.
 */
export function readSettings(environment: Environment): Settings {
  const read = new SettingsReader(environment);
  const auth = read.oneOf('AUTH', 'required', ['required', 'none']);
  const settings: Settings = {
    http: {
      host: read.optional('HOST') ?? '0.0.0.0',
      port: read.integer('PORT', 3000, 0, 65535),
      corsOrigins: read.list('CORS_ORIGINS').filter((origin) => isOrigin(read, 'CORS_ORIGINS', origin)),
    },
    databaseUrl: databaseUrl(read),
    publicUrl: read.url('PUBLIC_URL', read.optional('PUBLIC_URL')),
    roles: roles(read),
    ramp: rampSettings(read),
    reconcile: {
      intervalMs: read.integer('RECONCILE_INTERVAL_MS', 1000, 50, HOUR),
      batch: read.integer('RECONCILE_BATCH', 100, 1, 1000),
      firstDelayMs: firstDelayMs(read),
      hintFloorMs: read.integer('HINT_FLOOR_MS', 1000, 0, HOUR),
    },
    checkout: {
      deadlineMs: read.integer('CHECKOUT_DEADLINE_MS', 15_000, 100, 10 * 60_000),
      patienceMs: read.integer('CHECKOUT_PATIENCE_MS', 600_000, 0, DAY),
    },
    orders: {
      expiryMs: expiryMs(read),
      payUrlTtlMs: read.integer('PAY_URL_TTL_MS', HOUR, 1000, 365 * DAY),
      watchClosedMs: read.integer('WATCH_CLOSED_MS', 30 * DAY, 1000, 3650 * DAY),
    },
    redirectOrigins: read.list('REDIRECT_ORIGINS').filter((origin) => isRedirectOrigin(read, origin)),
    auth,
    serviceKeys: serviceKeys(read, auth),
    callbackReply: {
      status: read.integer('RAMP_CALLBACK_REPLY_STATUS', 200, 200, 299),
      body: read.optional('RAMP_CALLBACK_REPLY_BODY') ?? 'success',
    },
    logLevel: read.oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  };
  read.oneOf('RAMP_CALLBACK_VERIFY', 'none', ['none']);
  read.finish();
  return deepFreeze(settings);
}

/** What `migrate` needs, and nothing else. */
export function readDatabaseUrl(environment: Environment): Secret {
  const read = new SettingsReader(environment);
  const url = databaseUrl(read);
  read.finish();
  return url;
}

/** What the accounting report needs: the database, and the settings by which an order is overdue. */
export function readReportSettings(environment: Environment): ReportSettings {
  const read = new SettingsReader(environment);
  const settings = {
    databaseUrl: databaseUrl(read),
    firstDelayMs: firstDelayMs(read),
    expiryMs: expiryMs(read),
  };
  read.finish();
  return settings;
}

/** What the verification of the history needs; without `SERVICE_KEY` the list of keys is empty. */
export function readHistorySettings(environment: Environment): HistorySettings {
  const read = new SettingsReader(environment);
  const settings = { databaseUrl: databaseUrl(read), serviceKeys: serviceKeys(read, 'none') };
  read.finish();
  return settings;
}

function firstDelayMs(read: SettingsReader): number {
  return read.integer('RECONCILE_FIRST_DELAY_MS', 5000, 50, HOUR);
}

function expiryMs(read: SettingsReader): number {
  return read.integer('ORDER_EXPIRY_MS', DAY, 1000, 365 * DAY);
}

function databaseUrl(read: SettingsReader): Secret {
  const url = read.requiredSecret('DATABASE_URL');
  if (url.reveal() !== '' && !/^postgres(ql)?:\/\//.test(url.reveal())) {
    read.problems.push('DATABASE_URL must begin with postgres:// or postgresql://');
  }
  return url;
}

function roles(read: SettingsReader): Settings['roles'] {
  const names = read.list('ROLES');
  if (names.some((name) => name !== 'api' && name !== 'worker')) {
    read.problems.push('ROLES must be api, worker or api,worker');
  }
  const all = names.length === 0;
  return { api: all || names.includes('api'), worker: all || names.includes('worker') };
}

function rampSettings(read: SettingsReader): RampSettings {
  const baseUrl = read.url('RAMP_BASE_URL', read.required('RAMP_BASE_URL')) ?? '';
  const allowHttp = read.flag('RAMP_ALLOW_HTTP', false);
  if (baseUrl.startsWith('http:') && !isLoopback(baseUrl) && !allowHttp) {
    read.problems.push('RAMP_BASE_URL must be https (http is for loopback, or with RAMP_ALLOW_HTTP=true)');
  }
  const timeZone = read.optional('RAMP_TIME_ZONE') ?? 'UTC';
  if (!isTimeZone(timeZone)) read.problems.push('RAMP_TIME_ZONE must be a name such as UTC or Asia/Singapore');
  return {
    baseUrl,
    appId: read.required('RAMP_APP_ID'),
    appSecret: read.requiredSecret('RAMP_APP_SECRET'),
    signature: read.oneOf('RAMP_SIGNATURE', 'v3', ['v3', 'v4', 'legacy']),
    accessToken: read.secret('RAMP_ACCESS_TOKEN'),
    accessTokenCodes: read.list('RAMP_ACCESS_TOKEN_REFUSED_CODES'),
    timeoutMs: read.integer('RAMP_TIMEOUT_MS', 6000, 50, 120_000),
    maxRps: read.integer('RAMP_MAX_RPS', 15, 1, 10_000),
    maxConcurrency: read.integer('RAMP_MAX_CONCURRENCY', 32, 1, 10_000),
    timeZone,
    statusMap: statusMap(read),
  };
}

const STATUS_ENTRY = /^((?:BUY|SELL):[^=,]+)=([A-Z_]+)$/;
const MAPPED_STATUSES: Readonly<Record<string, readonly string[]>> = {
  BUY: ['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING', 'CANCELLED', 'COMPLETED'],
  SELL: ['AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED', 'EXPIRED'],
};

function statusMap(read: SettingsReader): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const entry of read.list('RAMP_STATUS_MAP')) {
    const [, word, status] = STATUS_ENTRY.exec(entry) ?? [];
    const side = word?.split(':')[0] ?? '';
    if (word === undefined || status === undefined || MAPPED_STATUSES[side]?.includes(status) !== true) {
      read.problems.push('RAMP_STATUS_MAP must be a list such as BUY:SOME_WORD=CANCELLED,SELL:9=REFUNDED');
    } else map.set(word, status);
  }
  return map;
}

function serviceKeys(read: SettingsReader, auth: 'required' | 'none'): ServiceKey[] {
  const secret = read.secret('SERVICE_KEY');
  if (secret === null) {
    if (auth === 'required') read.problems.push('SERVICE_KEY is required (or SERVICE_KEY_FILE) unless AUTH=none');
    return [];
  }
  // Its file is missing or empty, which was told already.
  if (secret.reveal() === '') return [];
  const keys = secret
    .reveal()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [, id, key] = /^(?:([A-Za-z0-9]{1,16}):)?([A-Za-z0-9+/_=-]+)$/.exec(item) ?? [];
      return { id: id ?? '1', key: new Secret(key ?? '') };
    });
  const fits = keys.every(({ key }) => Buffer.from(key.reveal(), 'base64').length === 32);
  const distinct = new Set(keys.map(({ id }) => id)).size === keys.length;
  if (!fits || !distinct || keys.length === 0) {
    read.problems.push('SERVICE_KEY must be 32 bytes in base64, or a list of id:key with different ids');
  }
  return keys;
}

function isOrigin(read: SettingsReader, name: string, origin: string): boolean {
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return true;
  read.problems.push(`${name} must list origins such as https://shop.example`);
  return false;
}

function isRedirectOrigin(read: SettingsReader, origin: string): boolean {
  // An app's own scheme (`myapp:`) has no origin; schemes that run code or show local files are never a way back.
  if (
    /^[a-z][a-z0-9+.-]*:$/.test(origin) &&
    !/^(javascript|data|blob|file|filesystem|vbscript|view-source|about|https?|wss?|ftp):$/.test(origin)
  )
    return true;
  return isOrigin(read, 'REDIRECT_ORIGINS', origin);
}

function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
