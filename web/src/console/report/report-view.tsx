import './report.css';
import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Text } from '../../ui/text.js';
import { useTitle } from '../../ui/use-title.js';
import { download, pathWith } from '../net/call.js';
import type { Report } from '../net/types.js';
import { useRead } from '../net/use-read.js';
import { Failure, messageOf } from '../parts/failure.js';
import { Moment } from '../parts/moment.js';
import { addressOf } from '../route.js';
import { Bars } from './bars.js';
import { bucketsOf, statusesOf } from './figures.js';
import { Money } from './money.js';
import { dayAfter, periodOf } from './period.js';

/** A day that is typed is several days until it is whole. */
const READING = { delayMs: 300, isLong: true };

type Span = Readonly<Record<'from' | 'to', string>>;

/** The accounting report of a period, as `npm run report` gives it. */
export function ReportView({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useI18n();
  useTitle(t('console.report'));
  const period = periodOf(query, new Date());
  const span = { from: period.from, to: dayAfter(period.to) };
  const { data, error, again } = useRead<Report>(pathWith('report', { ...span, format: 'json' }), READING);
  const show = (change: Partial<Span>): void => {
    location.hash = addressOf('report', { query: { ...period, ...change } });
  };
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.report')}</h1>
      <div class="row row--wrap period">
        <Day label={t('console.report.from')} value={period.from} onChange={(from) => show({ from })} />
        <Day label={t('console.report.to')} value={period.to} onChange={(to) => show({ to })} />
        <Download span={span} />
      </div>
      {error !== null && <Failure error={error} old={data !== null} onAgain={again} />}
      {data !== null && <Figures report={data} span={span} />}
    </div>
  );
}

function Figures({ report, span }: { readonly report: Report; readonly span: Span }) {
  const { t, format } = useI18n();
  return (
    <>
      {!report.balanced && (
        <Banner tone="bad" title={t('console.report.unbalanced')}>
          {t('console.report.unbalanced.text')}
        </Banner>
      )}
      <p class="soft">
        <Text
          of="console.report.orders"
          values={{ count: format.count(report.orders), time: <Moment at={report.generatedAt} /> }}
        />
      </p>
      <div class="figures">
        <Bars title={t('console.report.by_bucket')} figures={bucketsOf(report, t)} span={span} />
        <Bars title={t('console.report.by_status')} figures={statusesOf(report, t)} span={span} />
      </div>
      <Money sums={report.fiat} />
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

function Download({ span }: { readonly span: Span }) {
  const i18n = useI18n();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      save(await download(pathWith('report', { ...span, format: 'csv' }), 'text/csv'));
    } catch (thrown) {
      setError(messageOf(thrown, i18n));
    }
    setBusy(false);
  };
  return (
    <div class="stack stack--close">
      <Button kind="quiet" busy={isBusy} onPress={() => void load()}>
        {i18n.t('console.report.csv')}
      </Button>
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
