import './order.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Copyable } from '../../ui/copyable.js';
import { useTitle } from '../../ui/use-title.js';
import { useMay } from '../me.js';
import { ActDialog } from '../parts/act.js';
import type { Act } from '../parts/act.js';
import { Failure } from '../parts/failure.js';
import { Status } from '../parts/status.js';
import { Deal } from './deal.js';
import { Mismatches } from './mismatches.js';
import { NoteForm } from './note-form.js';
import { orderActs } from './order-acts.js';
import { isAltered, situationOf } from './situation.js';
import { Timeline } from './timeline-list.js';
import { timelineOf } from './timeline.js';
import { Trades } from './trades.js';
import { useOrderFile } from './use-order-file.js';

/** The file of an order: what is the case, what to do, and how it came to be. */
export function OrderView({ number }: { readonly number: string }) {
  useTitle(number);
  const { t, format } = useI18n();
  const may = useMay();
  const {
    data: file,
    error,
    retry,
    again,
    audit,
    notes,
    readNotes,
    deliveries,
    more,
    moreCallbacks,
  } = useOrderFile(number);
  const [act, setAct] = useState<Act | null>(null);
  const entries = useMemo(
    () => (file === null ? [] : timelineOf({ file, deliveries, audit, notes }, { t, format })),
    [file, deliveries, audit, notes, t, format],
  );
  // The file stays the same for as long as nothing happens, and that is what makes an order slow.
  const cameAt = useMemo(() => performance.now(), [file]);
  const isForgotten = file?.history.some(({ kind }) => kind === 'erased') === true;
  // An open dialog may show what is erased.
  useEffect(() => {
    if (isForgotten) setAct(null);
  }, [isForgotten]);
  if (file === null) return error === null ? null : <Failure error={error} onAgain={retry} />;
  const nowMs = new Date(file.asOf).getTime() + performance.now() - cameAt;
  const situation = situationOf(file, nowMs, { t, format });
  const acts = orderActs(number, t).filter(
    ({ call, needsCustomer, needsAltered }) =>
      may(call) && !(isForgotten && needsCustomer === true) && (needsAltered !== true || isAltered(file)),
  );
  return (
    <div class="stack">
      <div class="row row--wrap">
        <h1>
          <Copyable text={number} what={t('console.number')} />
        </h1>
        <Status status={file.status} inReview={file.inReview} />
      </div>
      {error !== null && <Failure error={error} old onAgain={retry} />}
      <div class="order-columns">
        <div class="stack">
          <Banner tone={situation.tone} title={situation.is}>
            <p>{situation.todo}</p>
            <p class="say">
              <Copyable text={situation.say} what={t('console.say.the')}>
                <span class="small">{t('console.say')}</span> <q>{situation.say}</q>
              </Copyable>
            </p>
          </Banner>
          <div class="acts">
            {acts.map((one) => (
              <Button key={one.verb} kind="quiet" onPress={() => setAct(one)}>
                {t('console.order.act', { act: t(`console.act.${one.verb}`) })}
              </Button>
            ))}
          </div>
          <Mismatches order={file} audit={audit} onAct={may('POST mismatches/:id/resolve') ? setAct : null} />
          <h2>
            {t('console.order.happened')}{' '}
            <span class="soft small">
              {t('console.order.zone', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone })}
            </span>
          </h2>
          {!isForgotten && may('POST orders/:merchantOrderNo/notes') && (
            <NoteForm number={number} onWritten={readNotes} />
          )}
          <Timeline
            entries={entries}
            names={{ audit, keyNames: file.keyNames }}
            onAct={may('POST deliveries/:id/redeliver') ? setAct : null}
            onMore={more}
          />
          {moreCallbacks && <p class="soft">{t('console.event.more_callbacks')}</p>}
        </div>
        <Deal order={file} />
      </div>
      <Trades order={file} />
      <ActDialog act={act} onClose={() => setAct(null)} onDone={again} />
    </div>
  );
}
