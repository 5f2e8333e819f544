import { expect, it } from 'vitest';
import { AuditVerifier } from '#src/audit/audit-check.service.js';
import type { SealedEntry } from '#src/audit/audit-chain.js';

const MAC = Buffer.alloc(32, 7);

/** `count` entries, of which `wrong` has an invalid HMAC. */
function logOf(count: number, wrong: number): readonly SealedEntry[] {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    at: '2026-01-31T12:00:00.000000Z',
    traceId: null,
    action: 'order.ask',
    target: null,
    reason: null,
    actor: { id: 'key:ann', name: 'Ann', address: null },
    detail: {},
    keyId: 'k1',
    mac: i + 1 === wrong ? Buffer.alloc(32, 8) : MAC,
  }));
}

it.each([999, 1000, 1001, 2000, 2500])('audit: checks all of %s entries across batches', async (count) => {
  const entries = logOf(count, count);
  const log = {
    cut: () => Promise.resolve(null),
    after: (id: number, limit: number) => Promise.resolve(entries.slice(id, id + limit)),
  };
  const faulty: (number | null)[] = [];
  const checked = await new AuditVerifier(log as never).check(
    { has: () => true, verify: (_purpose, _text, _keyId, mac) => MAC.equals(mac) },
    [],
    ({ entry }) => {
      faulty.push(entry);
      return Promise.resolve();
    },
  );
  expect({ checked, faulty }).toEqual({ checked: count, faulty: [count] });
});
