import { Secret } from '../callers/secret.js';
import { readWhole } from './reader.js';
import type { Environment, SettingsReader } from './reader.js';
import { accessSettings, guestSettings, limitSettings } from './read-callers.js';
import {
  auditSettings,
  databaseUrl,
  migrateSettings,
  requiredServiceKeys,
  serviceKeys,
  retentionSettings,
} from './read-storage.js';
import { callbackSettings, webhookSettings } from './read-messages.js';
import { networkSettings, rampSettings } from './read-ramp.js';
import { canonicalNetwork } from '../addresses/networks.js';
import { parsedUrl } from '../text/urls.js';
import { pairOf } from './table/kinds.js';
import type { FiatDecimals } from '../terms/decimal.js';

/** Throws a SettingsError that names everything that is wrong, without values. */
export const readSettings = (environment: Environment) => deepFreeze(readWhole(environment, serviceSettings));

function serviceSettings(read: SettingsReader) {
  const auth = read.oneOf('AUTH');
  const purchaseExpiryMs = read.integer('ORDER_EXPIRY_MS');
  const host = read.text('HOST');
  const publicUrl = read.url('PUBLIC_URL');
  const pages = pagesSettings(read);
  const trustedProxies = read.list('TRUSTED_PROXIES');
  const access = accessSettings(read, { auth, host, publicUrl, trustedProxies });
  const [port, roles] = [read.integer('PORT'), read.list('ROLES')];
  const database = databaseUrl(read);
  return {
    http: {
      host,
      port,
      drainMs: read.integer('DRAIN_MS'),
      ...operatorRoutes(read, port, auth),
      corsOrigins: read.list('CORS_ORIGINS'),
    },
    trustedProxies,
    limits: limitSettings(read, auth),
    guests: guestSettings(read, auth === 'required' && access.guests),
    databaseUrl: database,
    databaseGroupsCommits: read.flag('DATABASE_GROUP_COMMIT'),
    publicUrl,
    roles: { api: roles.includes('api'), worker: roles.includes('worker') },
    ramp: rampSettings(read),
    networks: networkSettings(read),
    fiatDecimals: fiatDecimals(read),
    reconcile: {
      intervalMs: read.integer('RECONCILE_INTERVAL_MS'),
      batch: read.integer('RECONCILE_BATCH'),
      firstDelayMs: read.integer('RECONCILE_FIRST_DELAY_MS'),
      hintFloorMs: read.integer('HINT_FLOOR_MS'),
    },
    checkout: { deadlineMs: read.integer('CHECKOUT_DEADLINE_MS'), patienceMs: read.integer('CHECKOUT_PATIENCE_MS') },
    orders: {
      expiryMs: purchaseExpiryMs,
      // A customer sends crypto at leisure, and some networks confirm it slowly.
      saleExpiryMs: 3 * purchaseExpiryMs,
      forgetsUnpaidAfterMs: read.integer('RAMP_FORGETS_UNPAID_AFTER_MS'),
      payUrlTtlMs: read.integer('PAY_URL_TTL_MS'),
      clientSecretTtlMs: read.integer('CLIENT_SECRET_TTL_MS'),
      maxTrades: read.integer('ORDER_MAX_TRADES'),
      watchClosedMs: read.integer('WATCH_CLOSED_MS'),
    },
    streams: {
      lifetimeMs: read.integer('STREAM_LIFETIME_MS'),
      most: read.integer('STREAMS_MAX'),
    },
    redirectOrigins: [...new Set([...read.list('REDIRECT_ORIGINS'), ...ownOrigin(read, publicUrl, pages)])],
    pages,
    auth,
    access,
    serviceKeys: serviceKeys(read, auth),
    audit: auditSettings(read, auth),
    keptByLawMs: read.integer('RETAIN_BY_LAW_MS'),
    retention: retentionSettings(read),
    callbacks: callbackSettings(read),
    webhooks: webhookSettings(read),
    logLevel: read.oneOf('LOG_LEVEL'),
  };
}

/** Customers come back to the pages. */
function ownOrigin(
  read: SettingsReader,
  publicUrl: string | null,
  { enabled, console }: Pick<ReturnType<typeof pagesSettings>, 'enabled' | 'console'>,
): readonly string[] {
  const url = publicUrl === null ? null : parsedUrl(publicUrl);
  if (url === null) return [];
  const isAtRoot = url.pathname === '/' || url.pathname.endsWith('/callbacks/ramp');
  if ((enabled || console) && !isAtRoot) {
    read.problems.push(
      'PUBLIC_URL must have no path while pages are served, which load from the root: set PAGES=false and PAGES_CONSOLE=false',
    );
  }
  return enabled ? [url.origin] : [];
}

export const readMigrateSettings = (environment: Environment) => readWhole(environment, migrateSettings);

export const readReportSettings = (environment: Environment) =>
  readWhole(environment, (read) => ({
    databaseUrl: databaseUrl(read),
    firstDelayMs: read.integer('RECONCILE_FIRST_DELAY_MS'),
    expiryMs: read.integer('ORDER_EXPIRY_MS'),
  }));

/** Without `SERVICE_KEY` the list of keys is empty. */
export const readHistorySettings = (environment: Environment) =>
  readWhole(environment, (read) => ({ databaseUrl: databaseUrl(read), serviceKeys: serviceKeys(read, 'none') }));

export const readForgetSettings = (environment: Environment) =>
  readWhole(environment, (read) => ({
    databaseUrl: databaseUrl(read),
    serviceKeys: serviceKeys(read, 'none'),
    keptByLawMs: read.integer('RETAIN_BY_LAW_MS'),
  }));

export const readKeySettings = (environment: Environment) =>
  readWhole(environment, (read) => ({ databaseUrl: databaseUrl(read), serviceKeys: requiredServiceKeys(read) }));

function operatorRoutes(read: SettingsReader, port: number, auth: 'required' | 'none') {
  const adminPort = read.integer('ADMIN_PORT');
  if (adminPort === port) read.problems.push('ADMIN_PORT must be another one than PORT');
  const isPublic = read.oneOf('OPERATOR_ROUTES') === 'public';
  const isOpen = auth === 'none' && adminPort === null && read.given('OPERATOR_ROUTES') === null;
  return { adminPort, operatorRoutesArePublic: isPublic || isOpen };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Secret) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

function fiatDecimals(read: SettingsReader): FiatDecimals {
  return Object.fromEntries(read.list('FIAT_DECIMALS').map((entry) => [entry.slice(0, 3), Number(entry.slice(4))]));
}

function pagesSettings(read: SettingsReader) {
  const countries = unique(read.list('PAGES_COUNTRIES'));
  const explorers = pairs(read.list('EXPLORER_URLS')).map(
    ([network, address]) => [canonicalNetwork(network), address === 'none' ? null : address] as const,
  );
  return {
    enabled: read.flag('PAGES'),
    console: read.flag('PAGES_CONSOLE'),
    links: read.oneOf('PAGES_LINKS'),
    brand: {
      name: read.text('BRAND_NAME'),
      logoUrl: read.url('BRAND_LOGO_URL'),
      color: read.text('BRAND_COLOR').toLowerCase(),
      url: read.text('BRAND_URL'),
    },
    help: {
      support: read.text('SUPPORT_URL'),
      terms: read.text('TERMS_URL'),
      privacy: read.text('PRIVACY_URL'),
      refunds: read.text('REFUNDS_URL'),
      imprint: read.text('IMPRINT_URL'),
    },
    provider: read.text('PROVIDER_NAME'),
    consent: read.oneOf('PAGES_CONSENT'),
    embedOrigins: unique(read.list('EMBED_ORIGINS')),
    fiats: unique(read.list('PAGES_FIATS')),
    countries: countries.length === 0 ? null : countries,
    payWays: new Map(pairs(read.list('PAY_WAY_NAMES'))),
    payWayMinutes: new Map(pairs(read.list('PAY_WAY_MINUTES')).map(([code, minutes]) => [code, Number(minutes)])),
    explorers: new Map(explorers),
  };
}

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];

const pairs = (entries: readonly string[]) => entries.map(pairOf).filter((pair) => pair !== null);
