import { DEFAULT_CALLBACK_FORM } from '../callbacks/callback-form.js';
import type { CallbackForm } from '../callbacks/callback-form.js';

export const SIGNATURES = ['v3', 'v4', 'legacy'] as const;

/** Which way of signing requests the sandbox expects. */
export type SignatureScheme = (typeof SIGNATURES)[number];

export interface SandboxSettings {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Where browsers reach the sandbox, without a slash at the end; null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly appId: string;
  readonly appSecret: string;
  /** Works at any time, beside the tokens that the token endpoint issues. */
  readonly accessToken: string;
  /** Milliseconds between PAY_SUCCESS, TRANSFER and FINISHED. */
  readonly paceMs: number;
  readonly callbacks: boolean;
  readonly callbackForm: CallbackForm;
  readonly signature: SignatureScheme;
  /** IANA name of the zone in which the dates of records are written. */
  readonly timeZone: string;
  /** null: nothing survives a restart. */
  readonly stateFile: string | null;
}

export const DEFAULT_SETTINGS: SandboxSettings = {
  host: '127.0.0.1',
  port: 4010,
  publicUrl: null,
  appId: 'sandbox-app',
  appSecret: 'sandbox-secret',
  accessToken: 'sandbox-token',
  paceMs: 1500,
  callbacks: true,
  callbackForm: DEFAULT_CALLBACK_FORM,
  signature: 'v3',
  timeZone: 'UTC',
  stateFile: null,
};

/** A timer cannot wait longer than this without wrapping round to "at once". */
export const LONGEST_WAIT_MS = 2_147_483_647;
