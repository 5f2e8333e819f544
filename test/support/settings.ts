import { readSettings } from '#src/platform/config/environment.js';
import { SettingsError } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import type { Settings } from '#src/platform/config/settings.js';
import { serviceKey } from './service-keys.js';

/** The required settings only. */
export const REQUIRED_SETTINGS: Environment = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'app-secret',
  SERVICE_KEY: serviceKey('7'),
};

/** Without authentication, which needs no service key. */
export const OPEN: Environment = { AUTH: 'none', HOST: '127.0.0.1' };

export const settingsWith = (more: Environment = {}): Settings => readSettings({ ...REQUIRED_SETTINGS, ...more });

/** The problems reported at a start with these settings. */
export function wrongWith(more: Environment): readonly string[] {
  return problemsOf(() => settingsWith(more));
}

export function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
