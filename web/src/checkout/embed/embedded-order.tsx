import '../../order/order.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Checkout } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { privateAddress } from '../../net/secrets.js';
import { useOrder } from '../../order/live/use-order.js';
import { Disc } from '../../order/parts/disc.js';
import { Freshness } from '../../order/parts/freshness.js';
import { NotHere } from '../../order/parts/not-here.js';
import { OrderNumber } from '../../order/parts/order-number.js';
import { Steps } from '../../order/parts/steps.js';
import { storyOf } from '../../order/story/story.js';
import { facts } from '../../page-facts.js';
import { payWayNames } from '../../pay-way-names.js';
import { Amount } from '../../ui/amount.js';
import { Button } from '../../ui/button.js';
import { Sign } from '../../ui/signs.js';
import { Text } from '../../ui/text.js';
import { orderNews } from '../rules/order-news.js';
import { shopTerms } from '../shop-terms.js';
import { tellShop } from './embedder.js';

interface Props {
  readonly made: Checkout;
  readonly onNew: () => void;
}

/** The order as it goes on. It is paid in another tab, so that the shop's page stays. */
export function EmbeddedOrder({ made, onNew }: Props) {
  const { t, language } = useI18n();
  const { merchantOrderNo } = made;
  const { seen, lookAgain } = useOrder(merchantOrderNo);
  const order = seen.order ?? made;
  const story = storyOf(order, payWayNames(facts.payWays, language));
  const words = { brand: facts.brand.name, crypto: order.crypto ?? t('order.crypto') };
  const title = t(story.title, words);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    tellShop({ type: 'created', merchantOrderNo, orderUrl: location.origin + privateAddress(merchantOrderNo) });
  }, []);
  useNews(merchantOrderNo, orderNews(order));

  // Its secret is no longer valid: what was shown last may be wrong, and its links open nothing.
  if (seen.refusal?.kind === 'not_ours') return <NotHere shown={merchantOrderNo} onAgain={lookAgain} />;

  const pay = story.actions.find(({ kind }) => kind === 'pay');
  const buy = story.actions.find(({ kind }) => kind === 'buy');
  const isUrgent = pay !== undefined || story.mood === 'stop';
  const actions = (
    <div class="stack stack--close">
      {pay !== undefined && (
        <>
          <a
            class="button"
            href={privateAddress(merchantOrderNo, { lang: language, pay: '1' })}
            aria-describedby="embed-pay"
            // Tells the order's page that it was opened here.
            referrerpolicy="origin"
          >
            {t(pay.label)}
            <Sign name="out" />
          </a>
          <p id="embed-pay" class="soft small">
            {t('embed.pay')}
          </p>
        </>
      )}
      <a class="button button--quiet" href={privateAddress(merchantOrderNo, { lang: language })}>
        {t('progress.toOrder')}
        <Sign name="out" />
      </a>
      {buy !== undefined && shopTerms.merchantOrderNo === undefined && (
        <Button kind="quiet" onPress={onNew}>
          {t(buy.label)}
        </Button>
      )}
    </div>
  );
  return (
    <section class="card stack embed-order">
      <p role="status" class="unseen">
        {title}
      </p>
      <Disc mood={story.mood} />
      <div class="stack stack--close">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>
          <Text
            of="progress.what"
            values={{ amount: <Amount of="fiat" value={made.amount} unit={made.fiat} />, crypto: words.crypto }}
          />
        </p>
        {story.text !== null && (
          <p class="order-text">
            <Text of={story.text} values={{ crypto: words.crypto }} />
          </p>
        )}
        {story.review !== null && (
          <p class="order-text">
            <Text of={story.review} />
          </p>
        )}
      </div>
      {isUrgent && actions}
      <Steps steps={story.steps} />
      {!isUrgent && actions}
      <Freshness seen={seen} onAgain={lookAgain} />
      <OrderNumber number={merchantOrderNo} />
    </section>
  );
}

/** Tells the shop each piece of news once. */
function useNews(merchantOrderNo: string, news: ReturnType<typeof orderNews>): void {
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const type of news) {
      if (told.current.has(type)) continue;
      told.current.add(type);
      tellShop({ type, merchantOrderNo });
    }
  });
}
