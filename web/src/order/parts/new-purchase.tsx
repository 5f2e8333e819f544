import type { Order } from '#client/src/index.js';
import { useI18n } from '../../i18n/i18n.js';
import { keepDraft } from '../../net/draft.js';
import { recentOrders } from '../../net/recent-orders.js';
import { facts } from '../../page-facts.js';
import { classes } from '../../ui/button.js';
import { newPurchaseForm } from '../new-purchase.js';
import type { NewPurchaseForm } from '../new-purchase.js';

interface Props {
  readonly order: Order;
  readonly label: string;
  readonly kind: 'main' | 'quiet';
}

/** Link to the checkout page, if this visitor may buy there. */
export function NewPurchase({ order, label, kind }: Props) {
  const form = formOf(order);
  return form === null ? null : <FormLink form={form} label={label} kind={kind} />;
}

/** Link to the form filled in with an unpaid order's terms, if it was made in this browser and can be made anew. */
export function ChooseAgain({ order, label }: { readonly order: Order; readonly label: string }) {
  const { t } = useI18n();
  const form = formOf(order);
  if (form?.draft == null) return null;
  return (
    <>
      <FormLink form={form} label={label} kind="quiet" />
      <p class="order-actions__note soft small">{t('order.choose_again.text')}</p>
    </>
  );
}

function FormLink({ form: { href, draft }, label, kind }: Omit<Props, 'order'> & { readonly form: NewPurchaseForm }) {
  const keep = (): void => {
    if (draft !== null) keepDraft(new URL(href, location.origin).search, draft);
  };
  return (
    <a class={classes('button', kind === 'quiet' && 'button--quiet')} href={href} onClick={keep}>
      {label}
    </a>
  );
}

function formOf(order: Order | null): NewPurchaseForm | null {
  const made = recentOrders().find(({ number }) => number === order?.merchantOrderNo) ?? null;
  const form = newPurchaseForm(order, made);
  return facts.visitors === 'welcome' || (facts.visitors === 'invited' && form.isByLink) ? form : null;
}
