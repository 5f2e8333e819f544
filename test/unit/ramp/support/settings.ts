import { readSettings } from '#src/platform/config/environment.js';
import type { Settings } from '#src/platform/config/settings.js';

export function rampSettings(baseUrl: string, change: Record<string, string> = {}): Settings {
  return readSettings({
    AUTH: 'none',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgres://localhost/none',
    RAMP_BASE_URL: baseUrl,
    RAMP_APP_ID: 'app-0001',
    RAMP_APP_SECRET: 'k3y-for-tests',
    RAMP_ACCESS_TOKEN: 'fixed-token-1',
    RAMP_TIMEOUT_MS: '2000',
    ...change,
  });
}
