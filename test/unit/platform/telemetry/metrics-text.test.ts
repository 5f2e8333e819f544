import { Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { metricsText } from '#src/platform/telemetry/metrics.js';

function registryWith(collect: () => Promise<void>): Registry {
  const registers = [new Registry()];
  new Gauge({ name: 'first', help: 'First.', registers }).set(1);
  new Gauge({ name: 'odd', help: 'Odd.', registers, collect });
  new Gauge({ name: 'last', help: 'Last.', registers }).set(3);
  return registers[0]!;
}

describe('metricsText', () => {
  it('equals the output of the registry', async () => {
    const registry = registryWith(() => Promise.resolve());
    expect(await metricsText(registry)).toEqual({ text: await registry.metrics(), failed: [] });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('leaves out a metric that %s', async (_, collect) => {
    const { text, failed } = await metricsText(registryWith(collect), 20);
    expect(failed).toEqual(['odd']);
    expect(text).toContain('first 1\n');
    expect(text).toContain('last 3\n');
    expect(text).not.toContain('odd');
  });
});
