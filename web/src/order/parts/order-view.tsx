import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { payWayNames } from '../../pay-way-names.js';
import { Banner } from '../../ui/banner.js';
import { Text } from '../../ui/text.js';
import type { LiveOrder } from '../live/use-order.js';
import { useRetry } from '../live/use-retry.js';
import { storyOf } from '../story/story.js';
import { Actions } from './actions.js';
import { Amounts } from './amounts.js';
import { Details } from './details.js';
import { Deposit } from './deposit.js';
import { Disc } from './disc.js';
import { Expectation } from './expectation.js';
import { Freshness } from './freshness.js';
import { OrderNumber } from './order-number.js';
import { PrivateLink, UnkeptOrder } from './private-link.js';
import { Payments } from './payments.js';
import { Receipt } from './receipt.js';
import { Steps } from './steps.js';
import { useTitle } from '../../ui/use-title.js';
import { WaysOn } from './ways-on.js';

export function OrderView({ order, live }: { readonly order: Order; readonly live: LiveOrder }) {
  const { t, language } = useI18n();
  const retry = useRetry(live);
  const story = storyOf(order, payWayNames(facts.payWays, language));
  const words = { brand: facts.brand.name, crypto: order.crypto ?? t('order.crypto') };
  const title = t(story.title, words);
  useTitle(`${title} · ${t('order.tab', { number: order.merchantOrderNo })}`);
  // Actions come first if the customer may have to act, else after the steps.
  const isUrgent = !story.mayBeLate && (story.mood === 'act' || story.mood === 'stop');
  const actions = (
    <Actions
      key="actions"
      {...{ order, retry }}
      actions={story.actions}
      hasMain={!story.mayBeLate}
      onOver={live.lookAgain}
    />
  );
  return (
    <div class="order stack">
      <p role="status" class="unseen">
        {title}
      </p>
      <OrderNumber number={order.merchantOrderNo} />
      <UnkeptOrder number={order.merchantOrderNo} />
      <div class="order-columns">
        <div class="stack">
          <section class="card stack">
            <Disc mood={story.mood} />
            <div class="stack stack--close">
              <h1>{title}</h1>
              {story.text !== null && (
                <p class="order-text">
                  <Text of={story.text} values={{ crypto: words.crypto }} />
                </p>
              )}
            </div>
            {story.review !== null && (
              <Banner tone="warn" sign="search" title={t('order.review.title')}>
                <Text of={story.review} />
              </Banner>
            )}
            <Expectation order={order} />
            {order.side === 'SELL' && story.situation === 'sale_to_send' && <Deposit order={order} />}
            {isUrgent && actions}
            <Steps steps={story.steps} />
            {!isUrgent && actions}
            <WaysOn order={order} story={story} />
            <Freshness seen={live.seen} onAgain={live.lookAgain} />
          </section>
          <Payments payments={story.payments} order={order} />
        </div>
        <div class="stack">
          <Amounts order={order} lines={story.amounts} />
          <Details lines={story.details} />
          <PrivateLink number={order.merchantOrderNo} />
        </div>
      </div>
      <Receipt />
    </div>
  );
}
