import type { Secret } from '../callers/secret.js';
import type { readForgetSettings, readHistorySettings, readSettings } from './environment.js';

type Frozen<T> = T extends Secret | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

type ServiceSettings = Frozen<ReturnType<typeof readSettings>>;

/** Read once at start and frozen. Durations are milliseconds; the table of settings says what each member means. */
// Nest injects by the class; the interface gives it its members.
// oxlint-disable-next-line no-extraneous-class, no-unsafe-declaration-merging
export abstract class Settings {}
// oxlint-disable-next-line no-empty-object-type
export interface Settings extends ServiceSettings {}

export type RampSettings = Settings['ramp'];
export type WebhookSettings = Settings['webhooks'];
export type AccessSettings = Settings['access'];
export type JwtSettings = NonNullable<AccessSettings['jwt']>;
export type ChallengeSettings = NonNullable<Settings['guests']['challenge']>;
export type ServiceKey = Settings['serviceKeys'][number];

/** Settings of the programs `verify-history` and `forget`. */
export type HistorySettings = Frozen<ReturnType<typeof readHistorySettings>>;
export type ForgetSettings = Frozen<ReturnType<typeof readForgetSettings>>;
