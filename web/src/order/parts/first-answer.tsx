import { useEffect, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../../ui/button.js';
import { problemText } from '../../ui/problem-text.js';
import type { SignName } from '../../ui/signs.js';
import type { LiveOrder } from '../live/use-order.js';
import { Disc } from './disc.js';
import { useTitle } from '../../ui/use-title.js';

const SLOW_MS = 5000;

/** An outline until the first answer; then the reason if there is none. */
export function FirstAnswer({ number, live }: { readonly number: string; readonly live: LiveOrder }) {
  const i18n = useI18n();
  const { t } = i18n;
  useTitle(t('order.tab', { number }));
  const { refusal, connection } = live.seen;
  if (refusal?.kind === 'failed') {
    return <NoAnswer number={number} sign="warn" text={problemText(refusal.error, i18n)} onAgain={live.lookAgain} />;
  }
  if (connection !== 'offline') return <Outline number={number} />;
  const [title, text] = navigator.onLine
    ? [t('order.unreachable.title'), t('order.unreachable.text')]
    : [t('offline.title'), t('offline.text')];
  return <NoAnswer number={number} sign="offline" title={title} text={text} onAgain={live.lookAgain} />;
}

interface NoAnswerProps {
  readonly number: string;
  readonly sign: SignName;
  readonly title?: string;
  readonly text: string;
  readonly onAgain: () => void;
}

function NoAnswer({ number, sign, title, text, onAgain }: NoAnswerProps) {
  const { t } = useI18n();
  return (
    <section class="card order-alone stack">
      <p class="soft">{t('order.tab', { number })}</p>
      <Disc mood="check" sign={sign} />
      <div class="stack stack--close" role="status">
        <h1>{title ?? text}</h1>
        {title !== undefined && <p class="order-text">{text}</p>}
      </div>
      <Button kind="quiet" onPress={onAgain}>
        {t('problem.again')}
      </Button>
    </section>
  );
}

function Outline({ number }: { readonly number: string }) {
  const { t } = useI18n();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section class="order stack">
      <h1 class="order-eyebrow">{t('order.tab', { number })}</h1>
      <p role="status" class={isSlow ? 'soft' : 'unseen'}>
        {isSlow ? t('progress.slowText') : t('order.loading')}
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
    </section>
  );
}
