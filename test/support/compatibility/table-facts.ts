import type { Registry } from 'prom-client';
import { MIGRATIONS } from '#src/data-source.js';
import { SECURITY_EVENTS } from '#src/platform/callers/security-events.js';
import { SETTINGS } from '#src/platform/config/settings-table.js';
import type { Setting } from '#src/platform/config/table/kinds.js';
import { migrationDigest, nameOf } from '#src/platform/database/migration-state.js';
import { BACKGROUND_TASKS, LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { defaultWord, MUST } from './promises.js';
import type { Fact } from './promises.js';

export async function tableFacts(metrics: Registry): Promise<Readonly<Record<string, readonly Fact[]>>> {
  return {
    settings: Object.entries<Setting>(SETTINGS).map(settingFact),
    migrations: await Promise.all(
      MIGRATIONS.map(async (one): Promise<Fact> => [nameOf(one), await migrationDigest(one)]),
    ),
    metrics: metricFacts(metrics),
    'log events': [...Object.keys(LOG_EVENTS).map((event): Fact => [event]), ['task', ...BACKGROUND_TASKS]],
    'security events': Object.keys(SECURITY_EVENTS).map((event) => [event]),
  };
}

function settingFact([name, setting]: [string, Setting]): Fact {
  const values = setting.kind === 'choice' ? setting.values.map((value) => `=${value}`) : [];
  return [name, setting.kind, ...values, setting.required ? MUST : defaultWord(setting.default)];
}

/** Without those of Node.js, which belong to the library. */
function metricFacts(registry: Registry): Fact[] {
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames?: string[] }[];
  return metrics
    .filter(({ name }) => name.startsWith('ramp_checkout_'))
    .map(({ name, type, labelNames = [] }) => [name, type, ...labelNames.map((label) => `by-${label}`)]);
}
