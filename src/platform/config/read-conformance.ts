import { rampSettings } from './read-ramp.js';
import { readWhole } from './reader.js';
import type { Environment } from './reader.js';

/** What `npm run conformance` needs: how the provider is reached, and nothing else. Throws a SettingsError. */
export const readProviderSettings = (environment: Environment) => readWhole(environment, rampSettings);
