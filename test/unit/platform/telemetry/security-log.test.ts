import { Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_EVENTS } from '#src/audit/audit.types.js';
import { SECURITY_EVENTS } from '#src/platform/callers/security-events.js';
import type { SecurityEvent } from '#src/platform/callers/security-events.js';
import { JsonLogger } from '#src/platform/telemetry/logger.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { FakeTime } from '../../../support/fake-time.js';
import { SecurityLog } from '#src/platform/telemetry/security-log.js';

const NAMES = Object.keys(SECURITY_EVENTS) as SecurityEvent[];

describe('security log', () => {
  let lines: Record<string, unknown>[];
  let metrics: Metrics;
  let log: SecurityLog;
  beforeEach(() => {
    lines = [];
    metrics = new Metrics();
    log = new SecurityLog(metrics, new FakeTime());
    const write = (text: string): unknown => lines.push(JSON.parse(text) as Record<string, unknown>);
    Logger.overrideLogger(new JsonLogger('info', { write }));
  });
  afterEach(() => Logger.overrideLogger(false));

  const counted = async (event: SecurityEvent): Promise<number | undefined> =>
    (await metrics.securityEvents.get()).values.find(({ labels }) => labels.event === event)?.value;

  it.each(NAMES)('%s: logged with name, actor and address, and counted', async (event) => {
    log.tell(event, { actor: 'key:1', address: '::ffff:203.0.113.9', limit: 'reveals' });
    expect(lines).toMatchObject([{ event, actor: 'key:1', address: '203.0.113.9', limit: 'reveals' }]);
    expect(await counted(event)).toBe(1);
  });

  it('logs address blocks, never a wallet', () => {
    log.tell('authz_admin', { actor: 'a', address: '2001:db8:1:2:3::4' });
    log.tell('authz_admin', { actor: 'a', address: 'nonsense' });
    log.tell('authz_admin', {
      actor: null,
      address: null,
      wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    });
    expect(lines.map(({ address }) => address)).toEqual(['2001:db8:1:2::/64', 'unknown', null]);
    expect(lines[2]!['wallet']).toEqual({ address: '[redacted]' });
  });

  it('counts every refusal of a flood and writes few lines with their number', async () => {
    const from = (address: string): void => log.tell('authn_login_fail', { actor: null, address });
    for (let n = 0; n < 1000; n++) from('203.0.113.9');
    from('203.0.113.10');
    expect(lines.map(({ times }) => times)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1]);
    expect(await counted('authn_login_fail')).toBe(1001);
  });

  it('writes every action of staff', () => {
    for (let n = 0; n < 100; n++) log.tell('sensitive_reveal', { actor: 'a', address: '203.0.113.9' });
    expect(lines).toHaveLength(100);
  });
});

it('the names are those of docs/security/events.md', () => {
  const page = readFileSync('docs/security/events.md', 'utf8');
  const names = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(names).toEqual(NAMES);
});

it.each(Object.entries(AUDIT_EVENTS))('docs/security/events.md names %s in the row of %s', (action, event) => {
  const rows = readFileSync('docs/security/events.md', 'utf8').split('\n');
  const named = rows.filter((row) => row.includes(`\`${action}\``)).map((row) => /^\| `(\w+)`/.exec(row)?.[1] ?? null);
  expect(named).toEqual(event === null ? [] : [event]);
});
