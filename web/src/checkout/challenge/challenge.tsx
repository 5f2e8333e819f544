import { useEffect, useRef, useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Sign } from '../../ui/signs.js';
import { TryAgain } from '../../ui/try-again.js';
import type { Purchasing } from '../use-purchase.js';
import { showWidget } from './widget.js';

interface Props {
  /** The previous response was refused. */
  readonly isAgain: boolean;
  readonly purchase: Purchasing;
}

/** Replaces the form while the visitor solves a challenge; sends the purchase as soon as there is a response. */
export function Challenge({ isAgain, purchase }: Props) {
  const { t, language } = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [round, setRound] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => heading.current?.focus(), [round]);
  useEffect(() => {
    if (place.current === null || facts.challenge === null) return undefined;
    setFailed(false);
    const { siteKey, scriptUrl } = facts.challenge;
    const [onSolved, onFailed] = [purchase.solve, () => setFailed(true)];
    return showWidget(place.current, { siteKey, scriptUrl, language, onSolved, onFailed });
  }, [round]);
  return (
    <section class="card notice stack">
      <Sign name="lock" class="notice__sign" />
      <div class="stack stack--close">
        <h1 ref={heading} tabIndex={-1}>
          {t('challenge.title')}
        </h1>
        <p class="soft">{t('challenge.text')}</p>
      </div>
      {isAgain && (
        <Banner tone="warn" urgent>
          {t('challenge.again')}
        </Banner>
      )}
      <div ref={place} class="challenge" hidden={hasFailed} />
      {hasFailed && (
        <Banner tone="bad" urgent>
          <p>{t('challenge.failed')}</p>
          <TryAgain onPress={() => setRound(round + 1)} />
        </Banner>
      )}
      <Button wide kind="quiet" onPress={purchase.forget}>
        {t('challenge.back')}
      </Button>
    </section>
  );
}
