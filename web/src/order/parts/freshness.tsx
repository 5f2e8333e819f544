import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { problemText } from '../../ui/problem-text.js';
import type { Seen } from '../live/seen.js';

/** Age of the shown order: discreet while updates come, prominent when they can't. */
export function Freshness({ seen, onAgain }: { readonly seen: Seen; readonly onAgain: () => void }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { connection, heardAt, refusal } = seen;
  const asOf = heardAt === null ? null : t('order.live.as_of', { time: format.clock(new Date(heardAt).toISOString()) });
  if (refusal !== null && refusal.kind === 'failed') {
    return (
      <Banner tone="warn" title={problemText(refusal.error, i18n)}>
        {asOf !== null && <p>{asOf}</p>}
        <Button kind="plain" onPress={onAgain}>
          {t('problem.again')}
        </Button>
      </Banner>
    );
  }
  if (connection === 'offline') {
    return (
      <Banner tone="warn" sign="offline" title={navigator.onLine ? t('order.unreachable.title') : t('offline.title')}>
        <p>{navigator.onLine ? t('order.unreachable.text') : t('offline.text')}</p>
        {asOf !== null && <p>{asOf}</p>}
      </Banner>
    );
  }
  if (connection === null || connection === 'rest') return null;
  return (
    <p class={`freshness freshness--${connection} small soft`}>
      <span class="freshness__dot" aria-hidden="true" />
      {connection === 'live' ? t('order.live.live') : t('order.live.polling')}
    </p>
  );
}
