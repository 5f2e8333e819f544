import { cutFault, entryFault } from './audit-chain.js';
import type { AuditKeys, SealedEntry } from './audit-chain.js';
import type { AuditRepository } from './audit.repository.js';
import type { AuditHead } from './audit.types.js';

const BATCH = 1000;
const BEGINNING: AuditHead = { id: 0, mac: null };

/** `entry` null: the fault concerns the end of the log. */
interface AuditFault {
  readonly entry: number | null;
  readonly reason: string;
}

/** Finds altered, removed, inserted or reordered entries, and entries cut off after a noted head. */
export class AuditVerifier {
  constructor(private readonly log: AuditRepository) {}

  head(): Promise<AuditHead> {
    return this.log.head();
  }

  /** `heads`: earlier ends of the log, noted elsewhere. Holds one batch in memory at a time. */
  async check(
    keys: AuditKeys,
    heads: readonly AuditHead[],
    onFault: (fault: AuditFault) => Promise<void>,
  ): Promise<number> {
    let count = 0;
    const cut = await this.log.cut();
    const cutReason = cut === null ? null : cutFault(cut, keys);
    if (cut !== null && cutReason !== null) await onFault({ entry: cut.entry, reason: cutReason });
    let before: AuditHead = cut === null ? BEGINNING : { id: cut.entry, mac: cut.mac };
    let good = before.mac;
    for await (const entry of this.entries(before.id)) {
      const reason = entryFault(entry, before, good, keys);
      if (reason === null) good = entry.mac;
      else await onFault({ entry: entry.id, reason });
      if (heads.some(({ id, mac }) => id === entry.id && mac?.equals(entry.mac) !== true)) {
        await onFault({ entry: entry.id, reason: 'is not the entry that the anchor names' });
      }
      before = { id: entry.id, mac: entry.mac };
      count += 1;
    }
    const furthest = Math.max(0, ...heads.map(({ id }) => id));
    if (furthest > before.id) {
      await onFault({ entry: null, reason: `it ends with entry ${before.id}, and the anchor names entry ${furthest}` });
    }
    return count;
  }

  private async *entries(from: number): AsyncGenerator<SealedEntry> {
    for (let after = from; ;) {
      const batch = await this.log.after(after, BATCH);
      yield* batch;
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      after = last.id;
    }
  }
}
