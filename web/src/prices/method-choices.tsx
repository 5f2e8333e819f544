import { useEffect, useRef } from 'preact/hooks';
import type { Quote } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Sign } from '../ui/signs.js';
import { evenDecimals } from './rules/estimates.js';
import { meritsIn } from './rules/preselection.js';
import { visibleMethods } from './rules/visible-methods.js';
import { minutesOf, usualTime } from './usual-time.js';
import type { Network } from './usual-time.js';
import { MethodCard } from './method-card.js';

interface Props {
  readonly items: readonly Quote[];
  readonly network: Network;
  readonly chosen: Quote | undefined;
  /** Code of the method whose payment failed. */
  readonly failed?: string | null;
  readonly onChoose: (payWayCode: string | null) => void;
  readonly isUnfolded: boolean;
  readonly onUnfold: () => void;
}

/** The payment methods; a long list is folded. */
export function MethodChoices({ items, network, chosen, failed = null, onChoose, isUnfolded, onUnfold }: Props) {
  const { t, format } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const meritsOf = meritsIn(items, minutesOf(network));
  const decimals = evenDecimals(items.map(({ cryptoQuantity }) => cryptoQuantity));
  const shown = isUnfolded ? items : visibleMethods(items, chosen);
  const hiddenCount = items.length - shown.length;
  const next = useRef<number | null>(null);
  useEffect(() => {
    // The effect of the folded list may come after the press.
    if (next.current === null || !isUnfolded) return;
    // The button that had the focus is gone.
    list.current?.querySelectorAll('input')[next.current]?.focus();
    next.current = null;
  }, [isUnfolded]);
  return (
    <>
      <div class="methods__cards" ref={list}>
        {shown.map((item) => (
          <MethodCard
            key={item.payWayCode ?? ''}
            quote={item}
            time={usualTime(item.payWayCode, network, format)}
            merits={meritsOf(item)}
            hasFailed={failed !== null && item.payWayCode === failed}
            isChosen={item === chosen}
            decimals={decimals}
            onChoose={() => onChoose(item.payWayCode)}
          />
        ))}
      </div>
      {hiddenCount > 0 && (
        <div>
          <Button
            kind="plain"
            onPress={() => {
              next.current = items.findIndex((item) => !shown.includes(item));
              onUnfold();
            }}
          >
            <Sign name="down" />
            {t('method.more', { count: format.decimal(String(hiddenCount)) })}
          </Button>
        </div>
      )}
    </>
  );
}
