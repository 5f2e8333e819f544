import type { BuyOrder } from '#client/src/index.js';
import { useI18n } from '../i18n/i18n.js';
import { Amount } from '../ui/amount.js';
import { Text } from '../ui/text.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { orderAddress } from './order-address.js';

interface Props {
  /** The order that another tab has just made; null: nothing to ask. */
  readonly made: BuyOrder | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a second order that may be a mistake. */
export function AnotherOrder({ made, onYes, onNo }: Props) {
  const { t } = useI18n();
  return (
    <Dialog title={t('another.title')} open={made !== null} onClose={onNo}>
      {made !== null && (
        <div class="stack">
          <p>
            <Text
              of="another.text"
              values={{ amount: <Amount of="fiat" value={made.amount} unit={made.fiat} />, crypto: made.crypto }}
            />
          </p>
          <a class="button button--wide" href={orderAddress(made.merchantOrderNo)}>
            {t('progress.toOrder')}
          </a>
          <Button wide kind="quiet" onPress={onYes}>
            {t('another.yes')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
