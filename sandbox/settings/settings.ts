import type { Behaviour } from '../switches/behaviour.js';
import { behaviourOf, SWITCHES } from '../switches/behaviour.js';

/** Settings that cannot change at run time. */
interface FixedSettings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** URL for browsers, without a trailing slash; null: the listening address. */
  readonly publicUrl: string | null;
  readonly appId: string;
  readonly appSecret: string;
  /** Second valid secret during a rotation; null: none. */
  readonly appSecretNext: string | null;
  /** Always valid, beside issued tokens. */
  readonly accessToken: string;
  /** null: nothing survives a restart. */
  readonly stateFile: string | null;
}

/** Settings with the initial state of every switch. */
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

export function initialBehaviour(settings: SandboxSettings): Behaviour {
  return behaviourOf((name) => settings[name]);
}
