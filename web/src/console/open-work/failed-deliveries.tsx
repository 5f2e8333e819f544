import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useMay } from '../me.js';
import { pathWith } from '../net/call.js';
import type { Delivery, Page } from '../net/types.js';
import { useRead } from '../net/use-read.js';
import { ActDialog } from '../parts/act.js';
import type { Act } from '../parts/act.js';
import { attemptsOf } from '../parts/attempts.js';
import { Failure } from '../parts/failure.js';
import { Age } from '../parts/moment.js';
import { redeliverAct } from '../parts/redeliver-act.js';
import { RowLink } from '../parts/row-link.js';

const EVERY_MS = 15_000;

/** Messages to the merchant's systems that will not be tried again by themselves. */
export function FailedDeliveries() {
  const { t, format } = useI18n();
  const may = useMay();
  const path = pathWith('deliveries', { state: 'failed', limit: '200' });
  const { data, error, again } = useRead<Page<Delivery>>(path, { everyMs: EVERY_MS });
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      {error !== null && <Failure error={error} old={data !== null} onAgain={again} />}
      {data?.items.length === 0 && <p class="soft">{t('console.work.delivered')}</p>}
      {typeof data?.nextCursor === 'string' && <Banner tone="warn">{t('console.partial')}</Banner>}
      <ul class="rows">
        {data?.items.map(({ id, event, merchantOrderNo, attempts, createdAt }) => (
          <li key={id} class="work-row">
            <RowLink class="work-row__link" order={merchantOrderNo}>
              <span class="code order-row__number">{merchantOrderNo ?? event}</span>
              <span>
                <bdi>{event}</bdi> <span class="soft">{attemptsOf(attempts, { t, format })}</span>{' '}
                <span class="soft small">
                  <Age at={createdAt} />
                </span>
              </span>
            </RowLink>
            {may('POST deliveries/:id/redeliver') && (
              <Button kind="quiet" onPress={() => setAct(redeliverAct(id, event, t))}>
                {t('console.order.act', { act: t('console.act.redeliver') })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActDialog act={act} onClose={() => setAct(null)} onDone={again} />
    </>
  );
}
