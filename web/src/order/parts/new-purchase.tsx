import type { Order } from '#client/src/index.js';
import { facts } from '../../page-facts.js';
import { classes } from '../../ui/button.js';
import { newPurchaseAddress } from '../new-purchase.js';

interface Props {
  readonly order: Order;
  readonly label: string;
  readonly kind: 'main' | 'quiet';
}

/** Link to the checkout page, if visitors may buy without a link. */
export function NewPurchase({ order, label, kind }: Props) {
  if (facts.visitors !== 'welcome') return null;
  return (
    <a class={classes('button', kind === 'quiet' && 'button--quiet')} href={newPurchaseAddress(order)}>
      {label}
    </a>
  );
}
