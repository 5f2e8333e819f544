import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { Moment } from '../parts/moment.js';
import type { Act } from '../parts/act.js';
import { redeliverAct } from '../parts/redeliver-act.js';
import { actorName } from '../parts/actor-name.js';
import type { Names } from '../parts/actor-name.js';
import type { Entry } from './timeline.js';

interface Props {
  readonly entries: readonly Entry[];
  readonly names: Names;
  /** null: this member of staff may not. */
  readonly onAct: ((act: Act) => void) | null;
  /** Reads older entries; null: all are read. */
  readonly onMore: (() => void) | null;
}

/** The others are one press away, so that an order fits a screen. */
const FIRST = 5;

/** All that happened, the newest first, each with its actor. */
export function Timeline({ entries, names, onAct, onMore }: Props) {
  const { t, format } = useI18n();
  const [showsReads, setShowsReads] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const reads = entries.filter(({ kind }) => kind === 'read').length;
  const all = showsReads ? entries : entries.filter(({ kind }) => kind !== 'read');
  const shown = isWhole ? all : all.slice(0, FIRST);
  const older = (): void => {
    if (isWhole || all.length <= FIRST) onMore?.();
    setWhole(true);
  };
  return (
    <>
      {reads > 0 && (
        <label class="check small">
          <input
            type="checkbox"
            checked={showsReads}
            onChange={({ currentTarget }) => setShowsReads(currentTarget.checked)}
          />
          <span>{t('console.event.readers', { count: format.count(reads) })}</span>
        </label>
      )}
      <ol class="timeline">
        {shown.map(({ key, at, kind, what, by, more, delivery }) => (
          <li key={key} class={`event event--${kind}`}>
            <p class="event__line">
              <span>
                <strong>{what}</strong> {kind !== 'note' && more}
              </span>
              <span class="soft small">
                <bdi>{actorName(by, names, t)}</bdi> · <Moment at={at} />
              </span>
            </p>
            {kind === 'note' && (
              <p class="event__more" dir="auto">
                {more}
              </p>
            )}
            {delivery !== undefined && onAct !== null && (
              <Button kind="plain" onPress={() => onAct(redeliverAct(delivery.id, delivery.event, t))}>
                {t('console.order.act', { act: t('console.act.redeliver') })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {(shown.length < all.length || onMore !== null) && (
        <Button kind="plain" onPress={older}>
          {t('console.event.older')}
        </Button>
      )}
    </>
  );
}
