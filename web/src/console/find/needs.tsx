import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { useMay } from '../me.js';
import type { Counts } from '../net/types.js';
import { addressOf } from '../route.js';

/** What needs somebody, each with its count and the list behind it. */
export function Needs({ counts }: { readonly counts: Counts }) {
  const { t, format } = useI18n();
  const may = useMay();
  const all: readonly (readonly [string, number, string, boolean])[] = [
    [t('console.needs.in_review'), counts.inReview, addressOf('find', { query: { inReview: 'true' } }), true],
    [t('console.needs.overdue'), counts.overdue, addressOf('find', { query: { overdue: 'true' } }), true],
    [
      t('console.needs.paid_twice'),
      counts.doublePayments,
      addressOf('work', { query: { kind: 'double_payment' } }),
      true,
    ],
    [
      t('console.work.deliveries'),
      counts.failedDeliveries,
      addressOf('work', { query: { list: 'deliveries' } }),
      may('GET deliveries'),
    ],
  ];
  return (
    <ul class="needs" aria-label={t('console.needs')}>
      {all.map(
        ([name, count, address, isShown]) =>
          isShown && (
            <li key={name}>
              <a class={classes('need', count > 0 && 'need--some')} href={address}>
                <span class="need__count">{format.count(count)}</span> {name}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
