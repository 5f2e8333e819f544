import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import type { AuditEntry } from '../net/types.js';
import { Moment } from '../parts/moment.js';
import type { Act } from '../parts/act.js';
import { redeliverAct } from '../parts/redeliver-act.js';
import { actorName } from '../parts/actor-name.js';
import type { Entry } from './timeline.js';

interface Props {
  readonly entries: readonly Entry[];
  readonly audit: readonly AuditEntry[];
  /** null: this member of staff may not. */
  readonly onAct: ((act: Act) => void) | null;
}

/** All that happened, the newest first, each with its actor. */
export function Timeline({ entries, audit, onAct }: Props) {
  const { t, format } = useI18n();
  const [showsReads, setShowsReads] = useState(false);
  const reads = entries.filter(({ kind }) => kind === 'read').length;
  const shown = showsReads ? entries : entries.filter(({ kind }) => kind !== 'read');
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
            <p class="row row--wrap row--apart">
              <strong>{what}</strong>
              <span class="soft small">
                <bdi>{actorName(by, audit, t)}</bdi> · <Moment at={at} />
              </span>
            </p>
            {more !== null && (
              <p class="event__more" dir={kind === 'note' ? 'auto' : undefined}>
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
    </>
  );
}
