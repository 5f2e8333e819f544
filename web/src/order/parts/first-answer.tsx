import { useEffect, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { problemText } from '../../ui/problem-text.js';
import type { LiveOrder } from '../live/use-order.js';
import { useTitle } from './use-title.js';

const SLOW_MS = 5000;

/** Until there is an answer: its outline; then why there is none. */
export function FirstAnswer({ number, live }: { readonly number: string; readonly live: LiveOrder }) {
  const { t } = useI18n();
  useTitle(t('order.tab', { number }));
  const { refusal, connection } = live.seen;
  return (
    <section class="order stack">
      <h1 class="order-eyebrow">{t('order.tab', { number })}</h1>
      {refusal?.kind === 'failed' ? (
        <Banner tone="bad" title={problemText(refusal.error, t)} urgent>
          <Button kind="plain" onPress={live.lookAgain}>
            {t('problem.again')}
          </Button>
        </Banner>
      ) : connection === 'offline' ? (
        <Unreachable onAgain={live.lookAgain} />
      ) : (
        <Outline />
      )}
    </section>
  );
}

function Unreachable({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useI18n();
  const isOffline = !navigator.onLine;
  return (
    <Banner tone="warn" sign="offline" title={isOffline ? t('offline.title') : t('order.unreachable.title')}>
      <p>{isOffline ? t('offline.text') : t('order.unreachable.text')}</p>
      <Button kind="plain" onPress={onAgain}>
        {t('problem.again')}
      </Button>
    </Banner>
  );
}

function Outline() {
  const { t } = useI18n();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" class={isSlow ? 'soft' : 'unseen'}>
        {isSlow ? t('order.loading.slow') : t('order.loading')}
      </p>
      <div class="order-columns" aria-hidden="true">
        <div class="card stack">
          <span class="skeleton skeleton--disc" />
          <span class="skeleton skeleton--title" />
          <span class="skeleton" />
          <span class="skeleton skeleton--short" />
          <span class="skeleton skeleton--block" />
        </div>
        <div class="card stack">
          <span class="skeleton" />
          <span class="skeleton" />
          <span class="skeleton skeleton--short" />
        </div>
      </div>
    </>
  );
}
