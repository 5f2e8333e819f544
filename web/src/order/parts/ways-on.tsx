import './ways-on.css';
import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { isKept } from '../../net/secrets.js';
import { Button } from '../../ui/button.js';
import { helpAddress } from '../../ui/help.js';
import { Sign } from '../../ui/signs.js';
import { explorerAddress } from '#src/platform/addresses/explorers.js';
import type { Story } from '../story/story.js';

interface Props {
  readonly order: Pick<Order, 'merchantOrderNo' | 'network' | 'settled'>;
  readonly story: Pick<Story, 'transfer' | 'isDone'>;
}

/** Where to go from here: the transfer on its network, the shop, a receipt. */
export function WaysOn({ order: { merchantOrderNo, network, settled }, story: { transfer, isDone } }: Props) {
  const { t, language } = useI18n();
  const explorer = transfer === null ? null : explorerAddress(network, transfer, facts.networks.explorers);
  const shop = isDone ? helpAddress('shop', language) : null;
  if (explorer === null && shop === null && !settled) return null;
  return (
    <div class="order-ways">
      {explorer !== null && (
        <a class="button button--plain" href={explorer} target="_blank" rel="noreferrer noopener">
          {t('order.action.explorer')}
          <Sign name="out" />
        </a>
      )}
      {shop !== null && (
        <a class="button button--plain" href={shop}>
          {t('ways.shop', { brand: facts.brand.name })}
        </a>
      )}
      {settled && (
        <Button kind="plain" onPress={() => print()}>
          {t('order.action.print')}
        </Button>
      )}
      {settled && isKept(merchantOrderNo) && (
        <p class="soft small">{t('order.keep', { name: t('order.private.open') })}</p>
      )}
    </div>
  );
}
