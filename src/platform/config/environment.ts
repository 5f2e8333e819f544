import { Secret } from '../shared/secret.js';
import { isHostName, SettingsReader } from './reader.js';
import type { Environment } from './reader.js';
import { accessSettings } from './read-access.js';
import { auditSettings } from './read-audit.js';
import { callbackSettings } from './read-callbacks.js';
import { webhookEndpoint, webhookSettings } from './read-webhooks.js';
import { databaseUrl, migrateSettings } from './read-database.js';
import { requiredServiceKeys, serviceKeys } from './read-keys.js';
import { edgeSettings, guestSettings, limitSettings } from './read-edge.js';
import { networkSettings } from './read-networks.js';
import { pagesSettings } from './read-pages.js';
import { rampSettings } from './read-ramp.js';
import { keptByLaw, retentionSettings } from './read-retention.js';
import type {
  ForgetSettings,
  HistorySettings,
  KeySettings,
  MigrateSettings,
  ReportSettings,
  Settings,
  WebhookProgramSettings,
} from './settings.js';
import currencies from 'currency-codes';
import type { FiatDecimals } from '../shared/fiat-decimals.js';
import { parsedUrl } from '../shared/parsed-url.js';

/**
 * Reads all settings of the service. Throws a SettingsError that names everything that is wrong, without values.
 */
export function readSettings(environment: Environment): Settings {
  const read = new SettingsReader(environment);
  const auth = read.oneOf('AUTH');
  const purchaseExpiryMs = read.integer('ORDER_EXPIRY_MS');
  const host = read.text('HOST');
  const publicUrl = read.url('PUBLIC_URL');
  const edge = edgeSettings(read, auth);
  const access = accessSettings(read, { auth, host, publicUrl, trustedProxies: edge.trustedProxies });
  const port = read.integer('PORT');
  const database = databaseUrl(read);
  const settings: Settings = {
    http: {
      host,
      port,
      drainMs: read.integer('DRAIN_MS'),
      ...operatorRoutes(read, port, auth),
      corsOrigins: read.list('CORS_ORIGINS').filter((origin) => isOrigin(read, 'CORS_ORIGINS', origin)),
    },
    edge,
    limits: limitSettings(read, auth),
    guests: guestSettings(read, auth === 'required' && access.guests),
    databaseUrl: database,
    databasePrepares: read.flag('DATABASE_PREPARED_STATEMENTS'),
    publicUrl,
    roles: roles(read),
    ramp: rampSettings(read),
    networks: networkSettings(read),
    fiatDecimals: fiatDecimals(read),
    reconcile: {
      intervalMs: read.integer('RECONCILE_INTERVAL_MS'),
      batch: read.integer('RECONCILE_BATCH'),
      firstDelayMs: read.integer('RECONCILE_FIRST_DELAY_MS'),
      hintFloorMs: read.integer('HINT_FLOOR_MS'),
    },
    checkout: {
      deadlineMs: read.integer('CHECKOUT_DEADLINE_MS'),
      patienceMs: read.integer('CHECKOUT_PATIENCE_MS'),
    },
    orders: {
      expiryMs: purchaseExpiryMs,
      saleExpiryMs: read.integer('SELL_EXPIRY_MS', 3 * purchaseExpiryMs),
      forgetsUnpaidAfterMs: read.integer('RAMP_FORGETS_UNPAID_AFTER_MS'),
      payUrlTtlMs: read.integer('PAY_URL_TTL_MS'),
      clientSecretTtlMs: read.integer('CLIENT_SECRET_TTL_MS'),
      maxTrades: read.integer('ORDER_MAX_TRADES'),
      watchClosedMs: read.integer('WATCH_CLOSED_MS'),
    },
    streams: {
      heartbeatMs: read.integer('STREAM_HEARTBEAT_MS'),
      lifetimeMs: read.integer('STREAM_LIFETIME_MS'),
      most: read.integer('STREAMS_MAX'),
    },
    report: { timeoutMs: read.integer('REPORT_TIMEOUT_MS') },
    redirectOrigins: read.list('REDIRECT_ORIGINS').filter((origin) => isRedirectOrigin(read, origin)),
    pages: pagesSettings(read),
    auth,
    access,
    serviceKeys: serviceKeys(read, auth),
    audit: auditSettings(read, auth),
    keptByLaw: keptByLaw(read),
    retention: retentionSettings(read),
    callbacks: callbackSettings(read),
    webhooks: webhookSettings(read),
    webhookEndpoint: webhookEndpoint(read),
    logLevel: read.oneOf('LOG_LEVEL'),
  };
  read.finish();
  return deepFreeze(settings);
}

/** What `migrate` needs, and nothing else. */
export function readMigrateSettings(environment: Environment): MigrateSettings {
  const read = new SettingsReader(environment);
  const settings = migrateSettings(read);
  read.finish();
  return settings;
}

/** What the accounting report needs: the database, and the settings by which an order is overdue. */
export function readReportSettings(environment: Environment): ReportSettings {
  const read = new SettingsReader(environment);
  const settings = {
    databaseUrl: databaseUrl(read),
    firstDelayMs: read.integer('RECONCILE_FIRST_DELAY_MS'),
    expiryMs: read.integer('ORDER_EXPIRY_MS'),
  };
  read.finish();
  return settings;
}

/** What programs need that check what is sealed; without `SERVICE_KEY` the list of keys is empty. */
export function readHistorySettings(environment: Environment): HistorySettings {
  const read = new SettingsReader(environment);
  const settings = { databaseUrl: databaseUrl(read), serviceKeys: serviceKeys(read, 'none') };
  read.finish();
  return settings;
}

/** What forgetting a customer needs; without `SERVICE_KEY` the list of keys is empty. */
export function readForgetSettings(environment: Environment): ForgetSettings {
  const read = new SettingsReader(environment);
  const settings = {
    databaseUrl: databaseUrl(read),
    serviceKeys: serviceKeys(read, 'none'),
    keptByLaw: keptByLaw(read),
  };
  read.finish();
  return settings;
}

/** What making API keys needs: the database of the service, and its very keys. */
export function readKeySettings(environment: Environment): KeySettings {
  const read = new SettingsReader(environment);
  const settings = { databaseUrl: databaseUrl(read), serviceKeys: requiredServiceKeys(read) };
  read.finish();
  return settings;
}

/** What the program of webhooks needs: what making keys does, and where messages may go. */
export function readWebhookProgramSettings(environment: Environment): WebhookProgramSettings {
  const read = new SettingsReader(environment);
  const settings = {
    databaseUrl: databaseUrl(read),
    serviceKeys: requiredServiceKeys(read),
    webhooks: webhookSettings(read),
  };
  read.finish();
  return settings;
}

function operatorRoutes(
  read: SettingsReader,
  port: number,
  auth: 'required' | 'none',
): Pick<Settings['http'], 'adminPort' | 'operatorRoutesArePublic'> {
  const adminPort = read.integer('ADMIN_PORT');
  if (adminPort === port) read.problems.push('ADMIN_PORT must be another one than PORT');
  const isPublic = read.oneOf('OPERATOR_ROUTES') === 'public';
  const isOpen = auth === 'none' && adminPort === null && read.given('OPERATOR_ROUTES') === null;
  return { adminPort, operatorRoutesArePublic: isPublic || isOpen };
}

function roles(read: SettingsReader): Settings['roles'] {
  const names = read.list('ROLES');
  if (names.some((name) => name !== 'api' && name !== 'worker')) {
    read.problems.push('ROLES must be api, worker or api,worker');
  }
  return { api: names.includes('api'), worker: names.includes('worker') };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

const ENTRY = /^([A-Z]{3})=([0-4])$/;

export function fiatDecimals(read: SettingsReader): FiatDecimals {
  const entries = read.list('FIAT_DECIMALS').map((entry) => ENTRY.exec(entry));
  if (entries.some((entry) => currencies.code(entry?.[1] ?? '') === undefined)) {
    read.problems.push('FIAT_DECIMALS must be a list such as HUF=0,COP=0, of currencies of ISO 4217');
  }
  return Object.fromEntries(entries.map((entry) => [entry?.[1] ?? '', Number(entry?.[2])]));
}

/** A web origin: a scheme, a host, and a port where it is not the usual one. */
function isOrigin(read: SettingsReader, name: string, origin: string): boolean {
  const url = /^https?:/.test(origin) ? parsedUrl(origin) : null;
  if (url !== null && url.origin === origin && isHostName(url.hostname)) return true;
  read.problems.push(`${name} must list origins such as https://shop.example`);
  return false;
}

/** Where a customer may be sent back to: an origin, or the scheme of an app. */
function isRedirectOrigin(read: SettingsReader, origin: string): boolean {
  // An app's own scheme (`myapp:`) has no origin; schemes that run code or show local files are never a way back.
  if (
    /^[a-z][a-z0-9+.-]*:$/.test(origin) &&
    !/^(javascript|data|blob|file|filesystem|vbscript|view-source|about|https?|wss?|ftp):$/.test(origin)
  )
    return true;
  return isOrigin(read, 'REDIRECT_ORIGINS', origin);
}
