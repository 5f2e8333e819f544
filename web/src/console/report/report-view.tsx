import './report.css';
import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Text } from '../../ui/text.js';
import { useTitle } from '../../ui/use-title.js';
import { useMay } from '../me.js';
import { download, pathWith } from '../net/call.js';
import type { Report } from '../net/types.js';
import { useRead } from '../net/use-read.js';
import { Failure, messageOf } from '../parts/failure.js';
import { Moment } from '../parts/moment.js';
import { listed } from '../parts/words.js';
import { addressOf } from '../route.js';
import { Bars } from './bars.js';
import { bucketsOf, statusesOf } from './figures.js';
import { Money } from './money.js';
import { dayAfter, monthOf, periodOf } from './period.js';
import { CompletedSums } from './sums.js';

/** A day that is typed is several days until it is whole. */
const READING = { delayMs: 300, isLong: true };

type Span = Readonly<Record<'from' | 'to', string>>;

const MONTHS = 24;
const BASES = ['created', 'completed'] as const;

/** The accounting report of a period, as `npm run report` gives it. */
export function ReportView({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useI18n();
  useTitle(t('console.report'));
  const now = new Date();
  const period = periodOf(query, now);
  const by = query['by'] === 'completed' ? 'completed' : 'created';
  const span = { from: period.from, to: dayAfter(period.to) };
  const { data, error, again } = useRead<Report>(pathWith('report', { ...span, by, format: 'json' }), READING);
  const show = (change: Partial<Span & Readonly<Record<'by', string>>>): void => {
    location.hash = addressOf('report', { query: { ...period, by, ...change } });
  };
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.report')}</h1>
      <div class="row row--wrap">
        {([1, 0] as const).map((back) => (
          <Button key={back} kind="quiet" onPress={() => show(monthOf(now, back))}>
            {t(back === 1 ? 'console.report.last_month' : 'console.report.this_month')}
          </Button>
        ))}
      </div>
      <div class="row row--wrap period">
        <Month period={period} now={now} onChange={show} />
        <Day label={t('console.report.from')} value={period.from} onChange={(from) => show({ from })} />
        <Day label={t('console.report.to')} value={period.to} onChange={(to) => show({ to })} />
        <Field label={t('console.report.by')}>
          {(parts) => (
            <select
              {...parts}
              class="input"
              value={by}
              onChange={({ currentTarget }) => show({ by: currentTarget.value })}
            >
              {BASES.map((basis) => (
                <option key={basis} value={basis}>
                  {t(`console.report.by.${basis}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Downloads span={span} by={by} />
      {error !== null && <Failure error={error} old={data !== null} onAgain={again} />}
      {data !== null && <Figures report={data} span={span} isByCreation={by === 'created'} />}
    </div>
  );
}

interface MonthProps {
  readonly period: Span;
  readonly now: Date;
  readonly onChange: (month: Span) => void;
}

/** The last two years. Not every browser has a field for months. */
function Month({ period, now, onChange }: MonthProps) {
  const { t, format } = useI18n();
  const months = Array.from({ length: MONTHS }, (_, back) => monthOf(now, back));
  const at = months.findIndex(({ from, to }) => from === period.from && to === period.to);
  return (
    <Field label={t('console.report.month')}>
      {(parts) => (
        <select
          {...parts}
          class="input"
          value={at}
          onChange={({ currentTarget }) => {
            const month = months[Number(currentTarget.value)];
            if (month !== undefined) onChange(month);
          }}
        >
          {at === -1 && <option value={-1}>–</option>}
          {months.map(({ from }, back) => (
            <option key={from} value={back}>
              {format.month(from)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FiguresProps {
  readonly report: Report;
  readonly span: Span;
  readonly isByCreation: boolean;
}

function Figures({ report, span, isByCreation }: FiguresProps) {
  const { t, format } = useI18n();
  return (
    <>
      {!report.balanced && (
        <Banner tone="bad" title={t('console.report.unbalanced')}>
          {t('console.report.unbalanced.text')}
        </Banner>
      )}
      {report.removed.monthsLeftOut.length > 0 && (
        <Banner tone="warn" title={t('console.report.left_out', { months: listed(t, report.removed.monthsLeftOut) })} />
      )}
      <p class="soft">
        <Text
          of={isByCreation ? 'console.report.orders' : 'console.report.orders_completed'}
          values={{ count: format.count(report.orders), time: <Moment at={report.generatedAt} /> }}
        />
      </p>
      <Money sums={report.fiat} />
      <CompletedSums report={report} span={isByCreation ? span : null} />
      <div class="figures">
        <Bars title={t('console.report.by_bucket')} figures={bucketsOf(report, t)} span={isByCreation ? span : null} />
        <Bars title={t('console.report.by_status')} figures={statusesOf(report, t)} span={isByCreation ? span : null} />
      </div>
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <Field label={label}>
      {(parts) => (
        <input
          {...parts}
          class="input"
          type="date"
          value={value}
          min="2000-01-01"
          required
          onChange={({ currentTarget }) => currentTarget.validity.valid && onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Both files, for spreadsheets. */
function Downloads({ span, by }: { readonly span: Span; readonly by: string }) {
  const i18n = useI18n();
  const may = useMay();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const load = async (path: string, more: Readonly<Record<string, string>>): Promise<void> => {
    setBusy(path);
    setError(null);
    try {
      save(await download(pathWith(path, { ...span, ...more, format: 'csv', spreadsheet: 'true' }), 'text/csv'));
    } catch (thrown) {
      setError(messageOf(thrown, i18n));
    }
    setBusy(null);
  };
  return (
    <div class="stack stack--close">
      <div class="row row--wrap">
        <Button kind="quiet" busy={busy === 'report'} onPress={() => void load('report', { by })}>
          {i18n.t('console.report.csv')}
        </Button>
        {may('GET orders/export') && (
          <Button kind="quiet" busy={busy === 'orders/export'} onPress={() => void load('orders/export', {})}>
            {i18n.t('console.report.orders_csv')}
          </Button>
        )}
      </div>
      {error !== null && <p class="field__error">{error}</p>}
    </div>
  );
}

/** A link to the service could not carry the key. */
function save({ blob, name }: { readonly blob: Blob; readonly name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
