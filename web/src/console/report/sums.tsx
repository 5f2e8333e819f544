import type { ComponentChildren } from 'preact';
import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import type { Report, Sum } from '../net/types.js';
import { methodName } from '../parts/method-name.js';
import { TableBox } from '../parts/table-box.js';
import { words } from '../parts/words.js';
import { addressOf } from '../route.js';
import { dayAfter } from './period.js';

interface FigureProps {
  readonly of: 'fiat' | 'crypto';
  readonly sum: Pick<Sum, 'amount' | 'unstated'>;
  readonly unit: string | null;
}

/** A sum, and how many of its trades lack a figure. */
export function Figure({ of, sum: { amount, unstated }, unit }: FigureProps) {
  const { t, format } = useI18n();
  return (
    <>
      {unit === null ? amount : <Amount of={of} value={amount} unit={unit} />}
      {unstated > 0 && (
        <small class="soft">{t('console.report.sum.unstated', { count: format.count(unstated) })}</small>
      )}
    </>
  );
}

interface Row {
  readonly name: ComponentChildren;
  readonly of?: 'fiat' | 'crypto';
  readonly unit: string | null;
  readonly sum: Sum;
}

interface Props {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Sums of completed trades, with their numbers of trades. */
function Sums({ title, rows }: Props) {
  const { t, format } = useI18n();
  if (rows.length === 0) return null;
  return (
    <TableBox name={title}>
      <table class="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" class="number">
              {t('console.report.trades')}
            </th>
            <th scope="col" class="number">
              {t('console.report.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of = 'fiat', unit, sum }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td class="number">{format.count(sum.trades)}</td>
              <td class="number">
                <Figure of={of} sum={sum} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

const FEES = ['rampFees', 'networkFees', 'rebates', 'rebatesUsd'] as const;

interface CompletedProps {
  readonly report: Report;
  /** null: no list shows these orders, as lists go by creation. */
  readonly span: Readonly<Record<string, string>> | null;
}

/** Fees, crypto, methods and days. */
export function CompletedSums({ report, span }: CompletedProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const unstated = t('console.report.unstated');
  const fees = FEES.flatMap((name) =>
    report[name].map((sum) => ({
      ...{ name: [t(`console.report.${name}`), words(t, sum.side)].join(' · '), unit: sum.unit, sum },
    })),
  );
  const crypto = report.crypto.map((sum) => ({
    name: `${t('console.find.on', { crypto: sum.crypto ?? unstated, network: sum.network ?? unstated })} · ${words(t, sum.side)}`,
    ...{ of: 'crypto' as const, unit: sum.crypto, sum },
  }));
  const methods = report.byMethod.map((sum) => {
    const { payWayCode, fiat } = sum;
    const text = <bdi>{payWayCode === null ? unstated : methodName(payWayCode, i18n)}</bdi>;
    const name =
      span === null || payWayCode === null ? (
        text
      ) : (
        <a data-row href={addressOf('find', { query: { status: 'COMPLETED', payWayCode, ...span } })}>
          {text}
        </a>
      );
    return { name, unit: fiat, sum };
  });
  const days = report.byDay.map((sum) => {
    const { day, side, fiat } = sum;
    const what = `${day ?? t('console.report.removed')} · ${words(t, side)}`;
    const query = { status: 'COMPLETED', side, from: day ?? '', to: day === null ? '' : dayAfter(day) };
    const name =
      day !== null && span !== null ? (
        <a data-row href={addressOf('find', { query })}>
          {what}
        </a>
      ) : (
        what
      );
    return { name, unit: fiat, sum };
  });
  return (
    <div class="figures">
      <Sums title={t('console.report.fees')} rows={fees} />
      <Sums title={t('console.report.crypto')} rows={crypto} />
      <Sums title={t('console.report.by_method')} rows={methods} />
      <Sums title={t('console.report.by_day')} rows={days} />
    </div>
  );
}
