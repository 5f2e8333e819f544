import { useI18n } from '../../i18n/i18n.js';
import type { Report } from '../net/types.js';
import { TableBox } from '../parts/table-box.js';
import { Figure } from './sums.js';

const SUMS = ['asked', 'paid', 'completed', 'refunded', 'inReview'] as const;

/** Fiat by side and currency. Sums of different currencies are never added. */
export function Money({ sums }: { readonly sums: Report['fiat'] }) {
  const { t, format } = useI18n();
  if (sums.length === 0) return null;
  return (
    <TableBox name={t('console.report.money')}>
      <table class="table">
        <caption>{t('console.report.money')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('console.report.currency')}</th>
            <th scope="col" class="number">
              {t('console.report.count')}
            </th>
            {SUMS.map((name) => (
              <th key={name} scope="col" class="number">
                {t(`console.report.sum.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ side, fiat, orders, asked, paid, completed, refunded, inReview }) => (
            <tr key={`${side} ${fiat}`}>
              <th scope="row">
                {t(`console.report.side.${side}`, { currency: fiat ?? t('console.report.unstated') })}
              </th>
              <td class="number">{format.count(orders)}</td>
              <td class="number">
                {side === 'SELL' ? '–' : <Figure of="fiat" sum={{ amount: asked, unstated: 0 }} unit={fiat} />}
              </td>
              {[paid, completed, refunded, inReview].map((sum, at) => (
                <td key={at} class="number">
                  <Figure of="fiat" sum={sum} unit={fiat} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
