import type { Secret } from '../shared/secret.js';

export interface RampSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly appSecret: Secret;
  readonly signature: 'v3' | 'v4' | 'legacy';
  /** A fixed access token for creating trades; null: only what the merchant's own server hands in. */
  readonly accessToken: Secret | null;
  /** Return codes that mean "this access token is refused": the trade was not made. */
  readonly accessTokenCodes: readonly string[];
  readonly timeoutMs: number;
  readonly maxRps: number;
  readonly maxConcurrency: number;
  /** IANA name of the zone in which the provider writes its dates. */
  readonly timeZone: string;
  /** Provider statuses beyond the contract that the merchant has decided about, such as `BUY:REFUNDED=CANCELLED`. */
  readonly statusMap: ReadonlyMap<string, string>;
}

export interface CallbackSettings {
  /** What the provider takes for "received". */
  readonly reply: { readonly status: number; readonly body: string };
}

export interface ServiceKey {
  readonly id: string;
  /** 32 bytes, in base64. */
  readonly key: Secret;
}

/** Settings of `npm run report`. Durations are milliseconds. */
export interface ReportSettings {
  readonly databaseUrl: Secret;
  readonly firstDelayMs: number;
  readonly expiryMs: number;
}

/** Settings of `npm run verify-history`. */
export interface HistorySettings {
  readonly databaseUrl: Secret;
  /** Newest first; empty: the key that stands in the database. */
  readonly serviceKeys: readonly ServiceKey[];
}

/** Everything that the environment decides, read once at start and frozen. Durations are milliseconds. */
export abstract class Settings {
  abstract readonly http: { readonly host: string; readonly port: number; readonly corsOrigins: readonly string[] };
  abstract readonly databaseUrl: Secret;
  /** Where the provider reaches us, without a slash at its end; null: no callback is asked for. */
  abstract readonly publicUrl: string | null;
  abstract readonly roles: { readonly api: boolean; readonly worker: boolean };
  abstract readonly ramp: RampSettings;
  abstract readonly reconcile: {
    readonly intervalMs: number;
    readonly batch: number;
    readonly firstDelayMs: number;
    readonly hintFloorMs: number;
  };
  abstract readonly checkout: { readonly deadlineMs: number; readonly patienceMs: number };
  abstract readonly orders: {
    readonly expiryMs: number;
    /** Of sales: how long one may be missing at the provider, or wait for its crypto, before an answer ends it. */
    readonly saleExpiryMs: number;
    readonly payUrlTtlMs: number;
    readonly watchClosedMs: number;
  };
  /** Origins (`https://shop.example`) and app schemes (`myapp:`) to which a customer may be sent back. */
  abstract readonly redirectOrigins: readonly string[];
  abstract readonly auth: 'required' | 'none';
  /** Newest first; empty only with `AUTH=none`, where a key is made once and kept in the database. */
  abstract readonly serviceKeys: readonly ServiceKey[];
  abstract readonly callbacks: CallbackSettings;
  abstract readonly logLevel: string;
}
