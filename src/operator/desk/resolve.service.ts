import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { MismatchListService } from '../../orders/read/mismatch-list.service.js';
import { MismatchService } from '../../orders/write/mismatch.service.js';
import type { ListedMismatch } from '../../orders/storage/mismatch-list.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { UUID } from '../../platform/http/input/queries.js';

/** Resolving mismatches in the name of a member of staff. */
@Injectable()
export class ResolveService {
  constructor(
    private readonly mismatches: MismatchListService,
    private readonly resolutions: MismatchService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Resolves it, once that is written down, and gives it as it stands then. One that the same actor has resolved before is
   * given as it is: the answer may have been lost. Throws `not_found` when there is none, or when it is not open any more.
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
      // It can never be taken out of there again.
      reason: await this.mismatches.redactedNote(id, note),
      detail: { merchantOrderNo, tradeNo, kind, field },
    });
    await this.resolutions.resolve(id, actor.id, note);
    const resolved = await this.mismatches.find(id);
    if (resolved === null) throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotFound);
    // The provider may have corrected itself, or a colleague may have been quicker.
    return resolvedBy(actor, resolved);
  }
}

function resolvedBy({ id }: Actor, mismatch: ListedMismatch): ListedMismatch {
  if (mismatch.resolvedBy === `staff:${id}`) return mismatch;
  throw new Problem('not_found', PROBLEM_TEXTS.mismatchNotOpen);
}
