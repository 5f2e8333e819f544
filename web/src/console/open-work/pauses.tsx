import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { networkName } from '../../ui/network-name.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { useMay } from '../me.js';
import { post, remove } from '../net/call.js';
import { useRead } from '../net/use-read.js';
import { ActDialog } from '../parts/act.js';
import type { Act } from '../parts/act.js';
import { Failure, messageOf } from '../parts/failure.js';
import { methodName } from '../parts/method-name.js';
import { Age, Moment } from '../parts/moment.js';
import { words } from '../parts/words.js';

const EVERY_MS = 5000;
const FIELDS = ['fiat', 'crypto', 'network', 'payWayCode', 'country'] as const;
const SIDES = ['BUY', 'SELL'] as const;
type Scope = Readonly<Partial<Record<'side' | (typeof FIELDS)[number], string | null>>>;

interface Pause extends Scope {
  readonly id: string;
  readonly reason: string;
  readonly until: string | null;
  readonly by: string;
  readonly at: string;
}

/** What is not sold at present. */
export function Pauses({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const may = useMay();
  const { data, error, again } = useRead<{ readonly items: readonly Pause[] }>('pauses', { everyMs: EVERY_MS });
  const [act, setAct] = useState<Act | null>(null);
  const end = (id: string): Act => ({
    verb: 'end_pause',
    on: id,
    does: t('console.act.end_pause.does'),
    asks: null,
    act: async () => {
      await remove(`pauses/${id}`);
      return <p>{t('console.act.end_pause.done')}</p>;
    },
  });
  const named = (field: (typeof FIELDS)[number], value: string): string => {
    if (field === 'country') return format.country(value);
    if (field === 'network') return networkName(value);
    return field === 'payWayCode' ? methodName(value, i18n) : value;
  };
  const partsOf = (pause: Pause): string[] => [
    ...(pause.side ? [words(t, pause.side)] : []),
    ...FIELDS.flatMap((field) => (pause[field] ? [named(field, pause[field])] : [])),
  ];
  return (
    <>
      {error !== null && <Failure error={error} old={data !== null} onAgain={again} />}
      {data?.items.length === 0 && <p class="soft">{t('console.pause.none')}</p>}
      <ul class="rows">
        {data?.items.map((pause) => (
          <li key={pause.id} class="work-row">
            <div class="work-row__link">
              <span>
                <bdi>{partsOf(pause).join(' · ') || t('console.pause.everything')}</bdi>
              </span>
              <span>
                <bdi>{pause.reason}</bdi>{' '}
                <span class="soft small">
                  <bdi>{pause.by}</bdi> · <Age at={pause.at} />
                  {pause.until !== null && (
                    <>
                      {' '}
                      · {t('console.pause.until')}: <Moment at={pause.until} />
                    </>
                  )}
                </span>
              </span>
            </div>
            {may('DELETE pauses/:id') && (
              <Button kind="quiet" onPress={() => setAct(end(pause.id))}>
                {t('console.order.act', { act: t('console.act.end_pause') })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {may('POST pauses') && <BeginForm query={query} onDone={again} />}
      <ActDialog act={act} onClose={() => setAct(null)} onDone={again} />
    </>
  );
}

const NOTHING: Readonly<Record<string, string>> = {};
const focus = (element: HTMLElement | null): void => element?.focus();

interface BeginProps {
  readonly query: typeof NOTHING;
  readonly onDone: () => void;
}

function BeginForm({ query, onDone }: BeginProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const named = Object.fromEntries(FIELDS.flatMap((field) => (query[field] ? [[field, query[field]]] : [])));
  const [entry, setEntry] = useState<typeof NOTHING>(named);
  const isNamed = Object.keys(named).length > 0;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { reason = '', until = '', ...scope } = entry;
  const given = Object.entries(scope).filter(([, text]) => text.trim() !== '');
  const input = (name: string, label: string, type: 'text' | 'datetime-local' = 'text') => (
    <Field key={name} label={label} error={name === 'reason' ? error : null}>
      {(parts) => {
        const shared = {
          ...parts,
          class: 'input',
          autocomplete: 'off',
          value: entry[name] ?? '',
          onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
            setEntry({ ...entry, [name]: currentTarget.value }),
        };
        const ref = isNamed && name === 'reason' ? focus : null;
        return type === 'text' ? (
          <input {...shared} ref={ref} type="text" />
        ) : (
          <input {...shared} type="datetime-local" />
        );
      }}
    </Field>
  );
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const end = until === '' ? {} : { until: new Date(until).toISOString() };
      const terms = Object.fromEntries(given.map(([name, text]) => [name, text.trim()]));
      await post('pauses', { ...terms, ...end, reason: reason.trim() });
      setEntry(NOTHING);
    } catch (thrown) {
      setError(messageOf(thrown, i18n));
    }
    setBusy(false);
    onDone();
  };
  return (
    <form class="card stack" onSubmit={(event) => void submit(event)}>
      <h2>{t('console.pause.begin')}</h2>
      <p class="soft small">{t('console.pause.hint')}</p>
      <div class="pause-fields">
        <Field label={words(t, 'side')}>
          {(parts) => (
            <select
              {...parts}
              class="input"
              value={entry['side'] ?? ''}
              onChange={({ currentTarget }) => setEntry({ ...entry, side: currentTarget.value })}
            >
              <option value="">{t('console.pause.both')}</option>
              {SIDES.map((side) => (
                <option key={side} value={side}>
                  {words(t, side)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {FIELDS.map((field) => input(field, words(t, field)))}
      </div>
      <div class="pause-end">
        {input('until', t('console.pause.until'), 'datetime-local')}
        {input('reason', t('console.pause.reason'))}
      </div>
      <div>
        <Button type="submit" busy={isBusy} disabled={reason.trim().length < 3}>
          {t(given.length === 0 ? 'console.pause.begin_all' : 'console.pause.begin')}
        </Button>
      </div>
    </form>
  );
}
