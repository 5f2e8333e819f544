import { Banner } from '../../ui/banner.js';
import { CallError, orderPath, pathWith, post, read } from '../net/call.js';
import type { Answer } from '../net/call.js';
import { caseOf } from './situation.js';
import type { AuditEntry, ListedMismatch, Mismatch, OrderFile, Page } from '../net/types.js';
import type { Act } from '../parts/act.js';
import { actorName } from '../parts/actor-name.js';
import type { Texts } from '../parts/words.js';

/** Accepts a mismatch. If somebody else was first, says who, and with which note. */
export function resolveAct(mismatch: Mismatch, order: OrderFile | null, merchantOrderNo: string, texts: Texts): Act {
  const { t } = texts;
  const { id } = mismatch;
  return {
    verb: 'resolve',
    on: id,
    does: t('console.act.resolve.does', { sentence: caseOf(mismatch, order, texts).is }),
    asks: { label: t('console.note'), hint: t('console.act.resolve.hint') },
    act: async (note) => {
      try {
        const { mismatch } = await post<{ mismatch: Mismatch }>(`mismatches/${id}/resolve`, { note });
        const done = t('console.act.resolve.done');
        if (mismatch.note === note) return <p>{done}</p>;
        // The note of an earlier press whose answer was lost, or this one without its addresses.
        return (
          <Banner tone="warn" title={done}>
            {t('console.act.resolve.done.note', { note: mismatch.note ?? '–' })}
          </Banner>
        );
      } catch (thrown) {
        // A lost answer: a repeat by the same person is safe, and tells.
        if (!(thrown instanceof CallError) || thrown.status === null) throw thrown;
        const before = await resolved(id, merchantOrderNo).catch(() => undefined);
        if (before === undefined) throw thrown;
        const { resolvedBy, note: theirs } = before;
        const actor = actorName(
          resolvedBy ?? 'provider',
          { audit: await auditOf(merchantOrderNo), keyNames: order?.keyNames ?? {} },
          t,
        );
        return (
          <Banner tone="warn" title={t('console.act.resolve.before')}>
            {theirs === null
              ? t('console.act.resolve.before.by', { actor })
              : t('console.act.resolve.before.note', { actor, note: theirs })}
          </Banner>
        );
      }
    },
  };
}

async function resolved(id: string, merchantOrderNo: string): Promise<ListedMismatch | undefined> {
  let cursor: string | null = null;
  do {
    const path: string = pathWith('mismatches', { merchantOrderNo, state: 'resolved', limit: '200', cursor });
    const answer: Answer<Page<ListedMismatch>> | null = await read(path);
    const found = answer?.data.items.find((one) => one.id === id);
    if (found !== undefined) return found;
    cursor = answer?.data.nextCursor ?? null;
  } while (cursor !== null);
  return undefined;
}

/** Names whoever acted on the order; none if it cannot be read. */
async function auditOf(merchantOrderNo: string): Promise<readonly AuditEntry[]> {
  const path = pathWith(orderPath(merchantOrderNo, '/audit'), { limit: '200' });
  const answer = await read<Page<AuditEntry>>(path).catch(() => null);
  return answer?.data.items ?? [];
}
