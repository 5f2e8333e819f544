import { rampSettings } from './read-ramp.js';
import { readWhole } from './reader.js';
import type { Environment } from './reader.js';

/** The settings of `npm run conformance`: how to reach the provider. Throws a SettingsError. */
export const readProviderSettings = (environment: Environment) => readWhole(environment, rampSettings);
