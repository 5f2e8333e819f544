import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { OrderSealsService } from '../../orders/secrets/order-seals.service.js';
import { MISMATCH_LIST } from '../../orders/storage/mismatch-list.js';
import type { ListedMismatch, StoredMismatch } from '../../orders/storage/mismatch-list.js';
import { OrderEditsService } from '../../orders/write/order-edits.service.js';
import { Database } from '../../platform/database/database.js';
import type { FiltersOf } from '../../platform/http/answers/staff-list.js';
import { isPersonalField, redacted, redactedText } from '../../platform/redaction/for-history.js';
import type { Digest, PersonalValues } from '../../platform/redaction/for-history.js';
import type { Page, PageRequest } from '../../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { isUuid } from '../../platform/text/text.js';

/** Mismatches for staff: recognisable, without personal data. */
@Injectable()
export class MismatchesService {
  constructor(
    private readonly database: Database,
    private readonly seals: OrderSealsService,
    private readonly resolutions: OrderEditsService,
    private readonly audit: AuditService,
  ) {}

  async list(filter: FiltersOf<typeof MISMATCH_LIST>, page: PageRequest): Promise<Page<ListedMismatch>> {
    const { rows, next } = await MISMATCH_LIST.read(this.database, filter, page);
    const { digest } = await this.seals.tools();
    return { rows: rows.map((row) => withoutPersonalData(row, digest)), next };
  }

  /**
   * Repeatable by the same actor, whose response may have been lost. Throws `not_found` unless the mismatch is open, and
   * `order_in_review` if it is about altered rows, which a note cannot resolve.
   */
  async resolve(actor: Actor, id: string, note: string): Promise<ListedMismatch> {
    const { digest } = await this.seals.tools();
    const found = await this.find(id);
    if (found.resolvedAt !== null) return resolvedBy(actor, withoutPersonalData(found, digest));
    const { merchantOrderNo, tradeNo, kind, field } = found;
    if (kind === 'state') throw new Problem('order_in_review', PROBLEM_TEXTS.altered);
    const entry = { actor, action: 'mismatch.resolve', target: found.id } as const;
    const detail = { merchantOrderNo, tradeNo, kind, field };
    // Redacted, since the audit log is append-only.
    const reason = redactedText(note, personalValues(found), digest);
    await this.audit.record({ ...entry, reason, detail });
    const changed = await this.resolutions.resolveMismatch(id, actor.id, note);
    // The first entry stays: the log has to say that nothing followed it.
    if (changed === null)
      await this.audit.record({ ...entry, reason: null, detail: { ...detail, outcome: 'not_open' } });
    // It may have closed meanwhile, by a new answer of the provider or by a colleague.
    return resolvedBy(actor, withoutPersonalData(await this.find(id), digest));
  }

  private async find(id: string): Promise<StoredMismatch> {
    const stored = isUuid(id) ? await MISMATCH_LIST.find(this.database, id) : null;
    if (stored === null) throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotFound);
    return stored;
  }
}

function resolvedBy({ id }: Actor, mismatch: ListedMismatch): ListedMismatch {
  if (mismatch.resolvedBy === `staff:${id}`) return mismatch;
  throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotOpen);
}

function personalValues({ address, memo, field, asked, seen }: StoredMismatch): PersonalValues[] {
  const differing = isPersonalField(field) ? [asked, seen] : [];
  return [{ address, memo }, ...differing.map((value) => ({ address: value, memo: null }))];
}

/** Redacts as the history does, so that the two can be compared. */
function withoutPersonalData(stored: StoredMismatch, digest: Digest): ListedMismatch {
  const { address, memo, ...mismatch } = stored;
  const { tradeNo, field, asked, seen } = mismatch;
  const draft = { tradeNo, kind: 'mismatch_opened', data: { field, asked, seen } } as const;
  const { data } = redacted(draft, [{ address, memo }], digest);
  const note = mismatch.note === null ? null : redactedText(mismatch.note, personalValues(stored), digest);
  return { ...mismatch, note, asked: textOf(data['asked']), seen: textOf(data['seen']) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
