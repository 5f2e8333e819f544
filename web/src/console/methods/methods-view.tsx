import './methods.css';
import { useI18n } from '../../i18n/i18n.js';
import { Field } from '../../ui/field.js';
import { useTitle } from '../../ui/use-title.js';
import { useMay } from '../me.js';
import { useRead } from '../net/use-read.js';
import { Failure } from '../parts/failure.js';
import { methodName } from '../parts/method-name.js';
import { Moment } from '../parts/moment.js';
import { TableBox } from '../parts/table-box.js';
import { addressOf } from '../route.js';

const EVERY_MS = 60_000;
const HOURS = [1, 6, 24, 168];
const SHARES = ['paid', 'completed', 'refused', 'failed'] as const;

interface Figures extends Readonly<Record<'made' | (typeof SHARES)[number], number>> {
  readonly medianSecondsToPaid: number | null;
}

interface Method extends Figures, Readonly<Record<'payWayCode' | 'fiat' | 'crypto' | 'network', string>> {
  readonly before: Figures;
  readonly fell: boolean;
}

/** What became of the purchases of the last hours, by payment method and coin. */
export function MethodsView({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t, format } = useI18n();
  useTitle(t('console.methods'));
  const hours = HOURS.find((one) => String(one) === query['hours']) ?? 24;
  const { data, error, again } = useRead<{ readonly since: string; readonly items: readonly Method[] }>(
    `methods?hours=${hours}`,
    { everyMs: EVERY_MS },
  );
  return (
    <div class="stack">
      <h1 class="unseen">{t('console.methods')}</h1>
      <div class="methods-hours">
        <Field label={t('console.methods.hours')}>
          {(parts) => (
            <select
              {...parts}
              class="input"
              value={hours}
              onChange={({ currentTarget }) => {
                location.hash = addressOf('methods', { query: { hours: currentTarget.value } });
              }}
            >
              {HOURS.map((one) => (
                <option key={one} value={one}>
                  {format.hours(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {error !== null && <Failure error={error} old={data !== null} onAgain={again} />}
      {data !== null && (
        <p class="soft">
          {t('console.methods.since')} <Moment at={data.since} />. {t('console.methods.small')}
        </p>
      )}
      {data?.items.length === 0 && <p class="soft">{t('console.methods.none')}</p>}
      {data !== null && data.items.length > 0 && <Methods items={data.items} />}
    </div>
  );
}

function Methods({ items }: { readonly items: readonly Method[] }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const mayPause = useMay()('POST pauses');
  const time = (seconds: number | null): string => (seconds === null ? '–' : format.seconds(seconds));
  return (
    <TableBox name={t('console.methods')}>
      <table class="table methods">
        <thead>
          <tr>
            <th scope="col">{t('console.methods.method')}</th>
            <th scope="col" class="number">
              {t('console.methods.made')}
            </th>
            {SHARES.map((name) => (
              <th key={name} scope="col" class="number">
                {t(`console.methods.${name}`)}
              </th>
            ))}
            <th scope="col" class="number">
              {t('console.methods.median')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ payWayCode, fiat, crypto, network, before, fell, ...now }) => (
            <tr key={`${payWayCode} ${fiat} ${crypto} ${network}`}>
              <th scope="row">
                <span class="methods__name">
                  <bdi>{methodName(payWayCode, i18n)}</bdi> · <bdi>{fiat}</bdi>
                </span>{' '}
                <span>{t('console.find.on', { crypto, network })}</span>{' '}
                <span class="row row--wrap">
                  {fell && <span class="status status--bad">{t('console.methods.fell')}</span>}
                  {mayPause && (
                    <a
                      data-row
                      href={addressOf('work', { query: { list: 'pauses', payWayCode, fiat, crypto, network } })}
                      aria-label={`${t('console.order.act', { act: t('console.methods.pause') })} ${payWayCode} ${fiat} ${crypto} ${network}`}
                    >
                      {t('console.order.act', { act: t('console.methods.pause') })}
                    </a>
                  )}
                </span>
              </th>
              <Both now={format.count(now.made)} before={format.count(before.made)} />
              {SHARES.map((name) => (
                <Both
                  key={name}
                  now={format.share(now[name], now.made)}
                  before={format.share(before[name], before.made)}
                  bad={fell && name === 'paid'}
                />
              ))}
              <Both now={time(now.medianSecondsToPaid)} before={time(before.medianSecondsToPaid)} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** A figure above that of a week before. */
function Both({ now, before, bad = false }: { readonly now: string; readonly before: string; readonly bad?: boolean }) {
  const { t } = useI18n();
  return (
    <td class="number">
      <span class={bad ? 'methods__bad' : undefined}>{now}</span>
      <small class="soft">
        <span class="unseen">{t('console.methods.before')}</span> {before}
      </small>
    </td>
  );
}
