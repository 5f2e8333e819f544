import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Banner } from '../../ui/banner.js';
import { Text } from '../../ui/text.js';
import { useServiceTime } from '../live/use-service-time.js';
import { expectationOf, isLong, minutesSoFar } from '../story/expectation.js';

const TICK_MS = 10_000;

/** How long this usually takes, and has taken. Screen readers are told only when it takes longer than usual. */
export function Expectation({ order }: { readonly order: Order }) {
  const { t, format } = useI18n();
  const expected = expectationOf(order, facts.durations);
  const now = useServiceTime(expected?.since ?? null, TICK_MS);
  if (expected === null) return null;
  const passed = minutesSoFar(expected, now);
  return (
    <>
      <p class="order-text">
        {t(expected.text, { time: format.minutes(expected.minutes) })}{' '}
        {passed !== null && passed > 0 && t('order.time.so_far', { time: format.minutes(passed) })}
      </p>
      {isLong(expected, passed) && (
        <Banner tone="info" sign="clock" title={t('order.time.long.title')}>
          <Text of="order.time.long.text" />
        </Banner>
      )}
    </>
  );
}
