import { describe, expect, it } from 'vitest';
import { JsonFindings, TextFindings } from '#src/cli/accounts/findings.js';
import type { AuditResult, Findings } from '#src/cli/accounts/findings.js';

const WELL = { orders: 2, entries: 6, faults: 0, faultyOrders: 0, missingKeys: [] };
const FAULTS = [
  { merchantOrderNo: 'A-1', entry: 2, reason: 'there is no service key \u001b[2J' },
  { merchantOrderNo: 'A-2', entry: null, reason: 'there is no history' },
];
const AUDIT = { entries: 4, anchors: 1, faults: 1 };

async function told(
  make: (say: (text: string) => Promise<void>) => Findings,
  faults = FAULTS,
  result = WELL,
  audit: AuditResult | null = null,
) {
  let text = '';
  const findings = make((part) => {
    text += part;
    return Promise.resolve();
  });
  for (const fault of faults) await findings.fault(fault);
  if (audit !== null) await findings.fault({ subject: 'audit log', entry: 3, reason: 'was altered' });
  await findings.end({ ...result, faults: faults.length, faultyOrders: faults.length }, audit);
  return text;
}

describe('verify-history: text output', () => {
  const text = (...rest: [typeof FAULTS?, typeof WELL?, AuditResult?]) => told((say) => new TextFindings(say), ...rest);

  it('has a safe line per fault and a verdict', async () => {
    expect(await text(FAULTS, { ...WELL, orders: 3 })).toBe(
      'A-1 entry 2: there is no service key ?[2J\nA-2: there is no history\n3 orders with 6 entries checked: 2 faults in 2 orders\n',
    );
    expect(await text([])).toBe('2 orders with 6 entries checked: all is well\n');
  });

  it('reports the audit log separately', async () => {
    expect(await text([], WELL, AUDIT)).toBe(
      'audit log entry 3: was altered\n2 orders with 6 entries checked: all is well\n4 entries of the audit log and 1 anchors checked: 1 faults\n',
    );
  });

  it('names a missing key, or suggests that the key is another one', async () => {
    expect(await text(FAULTS, { ...WELL, missingKeys: ['k9'] as never })).toContain('There is no service key k9: ');
    expect(await text()).toContain('is SERVICE_KEY the key of this service?');
  });
});

describe('verify-history: JSON output', () => {
  it.each([[[]], [FAULTS.slice(0, 1)], [FAULTS]])('is one document for %j', async (faults) => {
    const text = await told((say) => new JsonFindings(say), faults);
    expect(JSON.parse(text)).toEqual({
      faults,
      orders: 2,
      entries: 6,
      faultCount: faults.length,
      faultyOrders: faults.length,
      missingKeys: [],
      auditEntries: null,
      anchors: 0,
    });
    expect(text.endsWith('\n')).toBe(true);
  });

  it('counts faults of the audit log too', async () => {
    const text = await told((say) => new JsonFindings(say), FAULTS.slice(0, 1), WELL, AUDIT);
    expect(JSON.parse(text)).toMatchObject({
      faults: [{ merchantOrderNo: 'A-1' }, { subject: 'audit log', entry: 3 }],
      faultCount: 2,
      faultyOrders: 1,
      auditEntries: 4,
      anchors: 1,
    });
  });
});
