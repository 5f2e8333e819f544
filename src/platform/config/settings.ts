import type { FiatDecimals } from '../shared/fiat-decimals.js';
import type { NetworkSettings } from '../shared/network-settings.js';
import type { Secret } from '../shared/secret.js';
import type { AccessTokenSettings } from './access-token.settings.js';
import type { NotFoundSettings } from './not-found.js';
import type { SignatureSettings } from './signature-scheme.js';

export interface RampSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly appId: string;
  readonly appSecret: Secret;
  /** The secret that is to take over during a rotation: both may be valid, and nobody knows from when. null: no rotation. */
  readonly appSecretNext: Secret | null;
  readonly signature: SignatureSettings;
  /** Where the access tokens come from with which trades are created. */
  readonly accessToken: AccessTokenSettings;
  /** Return codes that mean "this access token is refused": the trade was not made. */
  readonly accessTokenCodes: readonly string[];
  /** Return codes that mean "this signature is refused": the request was not acted upon. */
  readonly signatureCodes: readonly string[];
  /** Return codes that mean "this fiat or crypto is not configured for the application". */
  readonly notConfiguredCodes: readonly string[];
  /** Return codes that mean "too many calls, not now". */
  readonly rateLimitCodes: readonly string[];
  readonly timeoutMs: number;
  readonly maxRps: number;
  readonly maxConcurrency: number;
  /** IANA name of the zone in which the provider writes its dates. */
  readonly timeZone: string;
  /** Provider statuses beyond the contract that the merchant has decided about, such as `BUY:RISK_CONTROL`. */
  readonly statusMap: ReadonlyMap<string, string>;
  readonly notFound: NotFoundSettings;
  /** Is the provider asked about each number before it is sent for the first time? Then `notFound` says something of BUY. */
  readonly askBeforeSend: boolean;
}

export interface CallbackSettings {
  /** How long after its order's end the address of a trade's callbacks is good. */
  readonly addressLifetimeMs: number;
  /** What the provider takes for "received". */
  readonly reply: { readonly status: number; readonly type: string; readonly body: string };
}

/** Where webhooks may be sent. */
export interface WebhookSettings {
  /** Also to private addresses and without TLS: for a laptop. */
  readonly allowsPrivate: boolean;
  readonly ports: readonly number[];
}

/** An endpoint of webhooks that the settings name; `secret` as Standard Webhooks writes it. */
export interface WebhookEndpointSettings {
  readonly url: string;
  readonly secret: Secret;
  readonly events: readonly string[];
}

/** The merchant's identity provider, whose tokens say who customers and staff are. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Where its public keys stand. */
  readonly jwksUrl: string;
  /** The claim that names the roles of staff; `none`: staff does not come by token. */
  readonly roleClaim: string;
  /** One of these has to be the token's `acr` or among its `amr` where it names a role; empty: none has to. */
  readonly staffAcr: readonly string[];
}

export interface AccessSettings {
  /** May anybody check out, without saying who it is? */
  readonly guests: boolean;
  /** May customers who come with a token choose their orders' numbers? */
  readonly customerNumbers: boolean;
  /** null: no JWT is accepted. */
  readonly jwt: JwtSettings | null;
}

/** What is taken from the network. */
export interface EdgeSettings {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Open at one time; 0: as many as come. Those of trusted proxies are not counted. */
  readonly connectionsPerAddress: number;
  /** Of an API key's account, which are not counted by address. */
  readonly connectionsPerKey: number;
  /** Addresses, subnets, or `loopback`: who is believed about where a request came from. */
  readonly trustedProxies: readonly string[];
}

/** Requests a second, unless something else is said; 0: not limited. */
export interface LimitSettings {
  readonly addressRps: number;
  /** Of a customer, or a member of staff who came with a token. */
  readonly callerRps: number;
  readonly keyRps: number;
  /** Checkouts a minute of all guests together, and of those in one block of addresses. */
  readonly guestsRpm: number;
  readonly guestBlockRpm: number;
}

/** What a page shows for guests to solve; all such widgets are used in one way. */
export interface ChallengeWidget {
  readonly siteKey: string;
  readonly scriptUrl: string;
  /** Where it may load from and call, as sources of a Content-Security-Policy. */
  readonly sources: readonly string[];
}

/** What guests have to solve before they check out. */
export interface ChallengeSettings {
  /** Where a response is verified. */
  readonly url: string;
  readonly secret: Secret;
  /** Are guests admitted while the verifier cannot be reached? */
  readonly admitsUnverified: boolean;
  /** null: our checkout page shows none, and so cannot sell. */
  readonly widget: ChallengeWidget | null;
  /** Host names of the pages on which it is solved; none: any. */
  readonly hostnames: readonly string[];
}

/** What guests may have, 0: not limited; and what they have to solve, null: nothing. */
export interface GuestSettings {
  readonly challenge: ChallengeSettings | null;
  /** Orders that are neither paid nor over, of all guests together, and of those in one block of addresses. */
  readonly unpaidOrders: number;
  readonly unpaidOrdersOfBlock: number;
}

/** The pages that customers see. */
export interface PagesSettings {
  readonly enabled: boolean;
  /** How guests come to the checkout page: as they like, or only by a link that was signed for them. */
  readonly links: 'any' | 'signed';
  /** `color` as `#rrggbb`; without a logo the name stands for itself. */
  readonly brand: { readonly name: string; readonly logoUrl: string | null; readonly color: string };
  /** Currencies to choose from, ISO 4217. */
  readonly fiats: readonly string[];
  /** Countries to choose from, ISO 3166-1; null: all. */
  readonly countries: readonly string[] | null;
  /** What customers call the provider's codes of payment methods. */
  readonly payWays: ReadonlyMap<string, string>;
  /** Where a transfer is looked up, by network, with `{txHash}` in it; null: nowhere. Beyond the table of the catalog. */
  readonly explorers: ReadonlyMap<string, string | null>;
}

/** How customers follow their orders. */
export interface StreamSettings {
  readonly heartbeatMs: number;
  /** Then a stream is ended, and its client says anew who it is. */
  readonly lifetimeMs: number;
  /** Open in one process at a time; 0: none. */
  readonly most: number;
}

export interface AuditSettings {
  /** Orders that one member of staff may reveal within an hour; Infinity: not limited. */
  readonly revealsPerHour: number;
  /** Where anchors of the audit log and of the history are sent; null: nowhere. */
  readonly anchorUrl: string | null;
}

/** For how long after an order was made what is personal of it is kept though its customer is forgotten, because law says so. */
export interface KeptByLawSettings {
  readonly address: number;
  readonly customer: number;
  readonly payee: number;
}

/** How long what nobody needs for good is kept. */
export interface RetentionSettings {
  readonly receiptsMs: number;
  readonly deliveriesMs: number;
  readonly runsMs: number;
  /** null: for good. */
  readonly auditMs: number | null;
  /** Of orders that have ended; null: for good. */
  readonly ordersMs: number | null;
}

export interface ServiceKey {
  readonly id: string;
  /** 32 bytes, in base64. */
  readonly key: Secret;
}

/** Settings of `npm run migrate`. */
export interface MigrateSettings {
  /** Of the role that owns the tables. */
  readonly databaseUrl: Secret;
  /** The role of the service, where it is another one; null: it owns the tables itself. */
  readonly serviceRole: string | null;
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

/** Settings of `npm run key`. */
export interface KeySettings {
  readonly databaseUrl: Secret;
  /** Newest first; never empty. */
  readonly serviceKeys: readonly ServiceKey[];
}

/** Settings of `npm run webhook`. */
export interface WebhookProgramSettings extends KeySettings {
  readonly webhooks: WebhookSettings;
}

/** Settings of `npm run forget`. */
export interface ForgetSettings extends HistorySettings {
  readonly keptByLaw: KeptByLawSettings;
}

/** Everything that the environment decides, read once at start and frozen. Durations are milliseconds. */
export abstract class Settings {
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
    /** How long it serves on after SIGTERM. */
    readonly drainMs: number;
    /** Where metrics, health in detail and the API's documents are served; null: on no port of their own. */
    readonly adminPort: number | null;
    /** They are served on the public port as well. */
    readonly operatorRoutesArePublic: boolean;
    readonly corsOrigins: readonly string[];
  };
  abstract readonly edge: EdgeSettings;
  abstract readonly limits: LimitSettings;
  abstract readonly guests: GuestSettings;
  abstract readonly databaseUrl: Secret;
  abstract readonly databasePrepares: boolean;
  /** Where the provider reaches us, without a slash at its end; null: no callback is asked for. */
  abstract readonly publicUrl: string | null;
  abstract readonly roles: { readonly api: boolean; readonly worker: boolean };
  abstract readonly ramp: RampSettings;
  abstract readonly networks: NetworkSettings;
  abstract readonly fiatDecimals: FiatDecimals;
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
    /** How old an unpaid order is when the provider may have forgotten it; null: it forgets none. */
    readonly forgetsUnpaidAfterMs: number | null;
    readonly payUrlTtlMs: number;
    /** How long after its order's end a client secret is good. */
    readonly clientSecretTtlMs: number;
    /** How many trades an order may have. */
    readonly maxTrades: number;
    readonly watchClosedMs: number;
  };
  abstract readonly streams: StreamSettings;
  /** How long one report that staff asks for may keep Postgres busy. */
  abstract readonly report: { readonly timeoutMs: number };
  /** Origins (`https://shop.example`) and app schemes (`myapp:`) to which a customer may be sent back. */
  abstract readonly redirectOrigins: readonly string[];
  abstract readonly pages: PagesSettings;
  abstract readonly auth: 'required' | 'none';
  abstract readonly access: AccessSettings;
  /** Newest first; empty only with `AUTH=none`, where a key is made once and kept in the database. */
  abstract readonly serviceKeys: readonly ServiceKey[];
  abstract readonly audit: AuditSettings;
  abstract readonly keptByLaw: KeptByLawSettings;
  abstract readonly retention: RetentionSettings;
  abstract readonly callbacks: CallbackSettings;
  abstract readonly webhooks: WebhookSettings;
  /** null: the settings name none. */
  abstract readonly webhookEndpoint: WebhookEndpointSettings | null;
  abstract readonly logLevel: string;
}
