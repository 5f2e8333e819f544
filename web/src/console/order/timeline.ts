import type { AuditEntry, Delivery, FiledCallback, FiledEvent, Note, OrderFile } from '../net/types.js';
import type { Translate } from '../../i18n/messages.js';
import { caseOf } from './situation.js';
import { attemptsOf } from '../parts/attempts.js';
import { listed, textFor, withoutDigest, words } from '../parts/words.js';
import type { Texts } from '../parts/words.js';

export interface Entry {
  readonly key: string;
  readonly at: string;
  readonly kind: 'history' | 'callback' | 'delivery' | 'staff' | 'read' | 'note';
  readonly what: string;
  /** The actor's id, or a word for it. */
  readonly by: string;
  /** In the actor's or the provider's words. */
  readonly more: string | null;
  readonly delivery?: Delivery;
}

interface Sources {
  readonly file: OrderFile;
  readonly deliveries: readonly Delivery[];
  readonly audit: readonly AuditEntry[];
  readonly notes: readonly Note[];
}

/** All that happened to an order, the newest first. */
export function timelineOf({ file, deliveries, audit, notes }: Sources, texts: Texts): readonly Entry[] {
  const { t } = texts;
  const entries = [
    ...file.history.map((event) => ofEvent(event, file, texts)),
    ...file.callbacks.map((callback) => ofCallback(callback, file, texts)),
    ...deliveries.map((delivery) => ofDelivery(delivery, texts)),
    // A note stands for itself.
    ...audit.filter(({ action }) => actOf(action) !== 'note').map((entry) => ofAudit(entry, t)),
    ...notes.map((note) => ofNote(note, t)),
  ];
  return entries.sort((a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key));
}

/** The number of a trade, where the order has several. */
const among = ({ trades }: OrderFile, tradeNo: string | null): string | null => (trades.length > 1 ? tradeNo : null);

const ofTrade = (trade: string | null, what: string | null, { t }: Texts): string | null =>
  what !== null && trade !== null ? t('console.event.of', { trade, what }) : (what ?? trade);

function ofEvent({ seq, at, kind, tradeNo, cause, data }: FiledEvent, file: OrderFile, texts: Texts): Entry {
  const { t } = texts;
  const { by, hint } = cause as { by?: string; hint?: string };
  const isNext = kind === 'reserved' && tradeNo !== file.merchantOrderNo;
  const more = ofTrade(among(file, tradeNo), moreOf(data, tradeNo, texts), texts);
  const polled =
    typeof hint === 'string'
      ? t('console.event.poll_after', { what: words(t, hint.split(':')[0] ?? '') })
      : words(t, String(cause['kind']));
  return {
    ...{ key: `h${String(seq).padStart(6, '0')}`, at, kind: 'history', by: by ?? polled, more },
    what: isNext ? t('console.event.next_trade') : (textFor(t, `console.event.${kind}`) ?? words(t, kind)),
  };
}

/** A change of status, a mismatch, or a refusal; other details are in the file. */
function moreOf(data: FiledEvent['data'], tradeNo: string | null, texts: Texts): string | null {
  const { t, format } = texts;
  const { changes, mismatch, field, asked, seen, refusal } = data as {
    changes?: Readonly<Record<string, unknown>>;
    mismatch?: string;
    field?: string;
    asked?: string | null;
    seen?: string | null;
    refusal?: { problem?: string };
  };
  if (typeof mismatch === 'string') {
    const known = { kind: mismatch, field: field ?? '', tradeNo: tradeNo ?? '', asked: asked ?? null };
    const { is } = caseOf({ ...known, seen: seen ?? null }, null, texts);
    if (mismatch !== 'field' || seen === undefined) return is;
    const [expected, got] = [withoutDigest(asked ?? '–'), withoutDigest(seen ?? '–')];
    return t('console.event.difference', { is, expected, got });
  }
  if (typeof refusal?.problem === 'string') return words(t, refusal.problem);
  if (typeof changes !== 'object') return null;
  const { status } = changes as { status?: { from?: string; to?: string } };
  if (typeof status?.to === 'string')
    return t('console.event.status', { from: words(t, status.from ?? ''), to: words(t, status.to) });
  const names = Object.keys(changes).map((name) => words(t, name));
  const left = names.length - MOST_NAMES;
  const more = left > 0 ? [t('console.event.more', { count: format.count(left) })] : [];
  return listed(t, [...names.slice(0, MOST_NAMES), ...more]) || null;
}

const MOST_NAMES = 4;

function ofCallback(callback: FiledCallback, file: OrderFile, texts: Texts): Entry {
  const { t, format } = texts;
  const { id, receivedAt, tradeNo, times, claimedStatus, claimedMessage } = callback;
  const what =
    claimedStatus === null
      ? t('console.event.callback')
      : t('console.event.callback.claims', { status: claimedStatus });
  return {
    ...{ key: `c${id}`, at: receivedAt, kind: 'callback', by: 'provider' },
    what: times > 1 ? t('console.event.times', { what, count: format.count(times) }) : what,
    more: ofTrade(among(file, tradeNo), claimedMessage, texts),
  };
}

function ofDelivery(delivery: Delivery, texts: Texts): Entry {
  const { t } = texts;
  const { id, createdAt, event, state, attempts } = delivery;
  return {
    ...{ key: `d${id}`, at: createdAt, kind: 'delivery', by: 'webhook', delivery },
    what: t('console.event.message', { event }),
    more: listed(t, [words(t, state), attemptsOf(attempts, texts)]),
  };
}

const actOf = (action: string): string => action.replace(/^order\./, '');

function ofAudit({ id, at, actor, action, reason, detail }: AuditEntry, t: Translate): Entry {
  const act = detail['outcome'] === 'not_open' ? 'too_late' : actOf(action);
  return {
    ...{ key: `a${id.padStart(9, '0')}`, at, kind: act.startsWith('read') ? 'read' : 'staff' },
    ...{ what: textFor(t, `console.did.${act}`) ?? words(t, action), by: actor.name, more: reason },
  };
}

const ofNote = ({ id, at, by, text }: Note, t: Translate): Entry => ({
  ...{ key: `n${id}`, at, kind: 'note', what: t('console.note'), by },
  more: text ?? t('console.event.erased_note'),
});
