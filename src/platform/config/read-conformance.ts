import { rampSettings } from './read-ramp.js';
import { SettingsReader } from './reader.js';
import type { Environment } from './reader.js';
import type { RampSettings } from './settings.js';

/** What `npm run conformance` needs: how the provider is reached, and nothing else. Throws a SettingsError. */
export function readProviderSettings(environment: Environment): RampSettings {
  const read = new SettingsReader(environment);
  const settings = rampSettings(read);
  read.finish();
  return settings;
}
