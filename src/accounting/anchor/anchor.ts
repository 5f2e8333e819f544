import type { AuditHead } from '../../audit/audit.types.js';

export interface HistoryHead {
  readonly until: Date;
  readonly entries: number;
  readonly digest: Buffer;
}

/** Stored where its owner cannot write. A later change, even one with valid HMACs, changes the digest. */
export interface Anchor {
  readonly at: Date;
  readonly auditLog: AuditHead;
  readonly history: HistoryHead;
}

export function anchorText({ at, auditLog, history }: Anchor): string {
  const { until, entries, digest } = history;
  return JSON.stringify({
    at: at.toISOString(),
    auditLog: { entry: auditLog.id, mac: auditLog.mac?.toString('hex') ?? null },
    history: { until: until.toISOString(), entries, digest: digest.toString('hex') },
  });
}

/** Reads a file of anchors, one per line. Returns null if a line is invalid or the file is empty. */
export function anchorsIn(text: string): Anchor[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const anchors = lines.map(anchorIn).filter((anchor) => anchor !== null);
  return anchors.length === lines.length && lines.length > 0 ? anchors : null;
}

function anchorIn(line: string): Anchor | null {
  const { at, auditLog, history } = (parsed(line) ?? {}) as Record<string, unknown>;
  const { entry, mac } = (auditLog ?? {}) as Record<string, unknown>;
  const { until, entries, digest } = (history ?? {}) as Record<string, unknown>;
  const [made, bound] = [momentIn(at), momentIn(until)];
  if (made === null || bound === null || !isCount(entry) || !isCount(entries) || !isDigest(digest)) return null;
  if (mac === null ? entry !== 0 : !isDigest(mac)) return null;
  return {
    at: made,
    auditLog: { id: entry, mac: mac === null ? null : Buffer.from(mac as string, 'hex') },
    history: { until: bound, entries, digest: Buffer.from(digest, 'hex') },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function momentIn(value: unknown): Date | null {
  const moment = typeof value === 'string' ? new Date(value) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment;
}
