import { useI18n } from '../../i18n/i18n.js';
import { addressOf } from '../route.js';
import type { Figure } from './figures.js';

interface Props {
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Filters that all figures share: the period; null: no list shows these orders. */
  readonly span: Readonly<Record<string, string>> | null;
}

/** Counts as a table, each with a bar that is as long as its share of the largest. */
export function Bars({ title, figures, span }: Props) {
  const { format } = useI18n();
  const most = Math.max(1, ...figures.map(({ count }) => count));
  return (
    <table class="table bars">
      <caption>{title}</caption>
      <tbody>
        {figures.map(({ name, count, query, tone }) => (
          <tr key={name}>
            <th scope="row">
              {query === null || span === null || count === 0 ? (
                name
              ) : (
                <a href={addressOf('find', { query: { ...query, ...span } })} data-row>
                  {name}
                </a>
              )}
            </th>
            <td class="number">{format.count(count)}</td>
            <td class="bars__bar">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class={`bars__${tone}`} width={(100 * count) / most} height="10" rx="1" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
