import type { Translate } from '../../i18n/messages.js';
import { listed, words } from '../parts/words.js';

type Query = Readonly<Record<string, string>>;

/** As `cart=8841`. */
const PAIR = /^([\w.-]{1,40})=(.+)$/;

/** The address of an order's page, or of a transaction or account in an explorer: its last part is searched for. */
const PAGE = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#].*)?$/;

/** The parameters of the search that the box asks for: by metadata, or by anything else. */
export function parametersOf(text: string): Query {
  const [, name, value] = PAIR.exec(text.trim()) ?? [];
  if (name !== undefined && value !== undefined) return { [`metadata[${name}]`]: value };
  const [, last] = PAGE.exec(text.trim()) ?? [];
  return text.trim() === '' ? {} : { text: last ?? text.trim() };
}

/** What the box shows for such parameters. */
export function textOf(query: Query): string {
  const [name, value] = Object.entries(query).find(([one]) => one.startsWith('metadata[')) ?? [];
  return name === undefined ? (query['text'] ?? '') : `${name.slice('metadata['.length, -1)}=${value}`;
}

const FILTERS = ['status', 'side', 'from', 'to', 'payWayCode', 'country', 'crypto', 'network'];

/** The other filters of a query in words; the list shows only orders that pass all of them. */
export function filtersOf(query: Query, t: Translate): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (name === 'inReview')
      return [t(value === 'true' ? 'console.filter.in_review.true' : 'console.filter.in_review.false')];
    if (name === 'overdue')
      return [t(value === 'true' ? 'console.filter.overdue.true' : 'console.filter.overdue.false')];
    if (name === 'from') return [t('console.filter.from', { value })];
    if (name === 'to') return [t('console.filter.to', { value })];
    if (!FILTERS.includes(name)) return [];
    const values = listed(
      t,
      value.split(',').map((one) => words(t, one)),
    );
    return [t('console.filter.other', { name: words(t, name), value: values })];
  });
}
