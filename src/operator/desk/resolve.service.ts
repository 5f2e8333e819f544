import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { MismatchListService } from '../../orders/read/mismatch-list.service.js';
import { MismatchService } from '../../orders/write/mismatch.service.js';
import type { ListedMismatch } from '../../orders/storage/mismatch-list.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { UUID } from '../../platform/http/input/query.js';

@Injectable()
export class ResolveService {
  constructor(
    private readonly mismatches: MismatchListService,
    private readonly resolutions: MismatchService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Writes the audit entry, resolves the mismatch and returns it. Repeatable by the same actor, whose response may have
   * been lost. Throws `not_found` for a mismatch that does not exist or is no longer open.
   */
  async resolve(actor: Actor, id: string, note: string): Promise<ListedMismatch> {
    const found = UUID.test(id) ? await this.mismatches.find(id) : null;
    if (found === null) throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotFound);
    if (found.resolvedAt !== null) return resolvedBy(actor, found);
    const { merchantOrderNo, tradeNo, kind, field } = found;
    await this.audit.record({
      actor,
      action: 'mismatch.resolve',
      target: id,
      // Redacted, since the audit log is append-only.
      reason: await this.mismatches.redactedNote(id, note),
      detail: { merchantOrderNo, tradeNo, kind, field },
    });
    await this.resolutions.resolve(id, actor.id, note);
    const resolved = await this.mismatches.find(id);
    if (resolved === null) throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotFound);
    // It may have closed meanwhile, by a new answer of the provider or by a colleague.
    return resolvedBy(actor, resolved);
  }
}

function resolvedBy({ id }: Actor, mismatch: ListedMismatch): ListedMismatch {
  if (mismatch.resolvedBy === `staff:${id}`) return mismatch;
  throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotOpen);
}
