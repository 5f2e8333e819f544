import { PROFILE_SETTINGS } from '../../../src/platform/config/reader.js';
import type { SettingsReader } from '../../../src/platform/config/reader.js';
import { SETTINGS } from '../../../src/platform/config/settings-table.js';
import { oneLine } from '../../../src/cli/lib/program.js';
import type { ConformanceReport, Observation } from './report.js';

type ProfileSetting = (typeof PROFILE_SETTINGS)[number];

/**
 * The report as a file for `RAMP_PROFILE`: each setting that describes the provider, with the observation. Configured
 * values stay unless an observation differs; the rest are comments.
 */
export function renderProfile(
  { baseUrl, at, observations }: ConformanceReport,
  told: Pick<SettingsReader, 'given'>,
): string {
  const entries = PROFILE_SETTINGS.map((name) => entryOf(name, observations, told.given(name)));
  return `# How the provider at ${baseUrl} speaks, observed at ${at}.\n# The environment wins over this file.\n\n${entries.join('\n')}`;
}

function entryOf(name: ProfileSetting, observations: readonly Observation[], told: string | null): string {
  const { says } = SETTINGS[name];
  const seen = observations.find(({ setting }) => setting?.startsWith(`${name}=`));
  if (seen?.setting) return `# ${says}\n# Observed: ${oneLine(seen.detail)}\n${quoted(name, valueOf(seen.setting))}\n`;
  if (told !== null) return `# ${says}\n# As the run was told.\n${quoted(name, told)}\n`;
  return `# ${says}\n# ${name}= is not needed, or was not observed.\n`;
}

const valueOf = (setting: string): string => setting.slice(setting.indexOf('=') + 1);

function quoted(name: string, value: string): string {
  const mark = ["'", '"', '`'].find((quote) => !value.includes(quote)) ?? '';
  return `${name}=${mark}${oneLine(value)}${mark}`;
}
