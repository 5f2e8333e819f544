import type { Behaviour } from '../switches/behaviour.js';
import { behaviourOf, SWITCHES } from '../switches/behaviour.js';

/** What stays as it is while the sandbox runs. */
interface FixedSettings {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Where browsers reach the sandbox, without a slash at the end; null: the address it listens on. */
  readonly publicUrl: string | null;
  readonly appId: string;
  readonly appSecret: string;
  /** Good beside the first one, as in a rotation; null: there is none. */
  readonly appSecretNext: string | null;
  /** Works at any time, beside the tokens that the token endpoint issues. */
  readonly accessToken: string;
  /** null: nothing survives a restart. */
  readonly stateFile: string | null;
}

/** Settings, and how every switch stands at the start. */
export type SandboxSettings = FixedSettings & Readonly<Behaviour>;

export const DEFAULT_SETTINGS: SandboxSettings = {
  host: '127.0.0.1',
  port: 4010,
  publicUrl: null,
  appId: 'sandbox-app',
  appSecret: 'sandbox-secret',
  appSecretNext: null,
  accessToken: 'sandbox-token',
  stateFile: null,
  ...behaviourOf((name) => SWITCHES[name].fallback),
};

/** How the switches stand at the start. */
export function initialBehaviour(settings: SandboxSettings): Behaviour {
  return behaviourOf((name) => settings[name]);
}
