import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { HelpLink } from '../ui/help-link.js';
import { Sign } from '../ui/signs.js';
import { Text } from '../ui/text.js';
import { WaysOn } from '../ui/ways-on.js';

const SHOP = { brand: <HelpLink to="shop">{facts.brand.name}</HelpLink> };

/** Shown where visitors must come from the merchant's own pages, which authenticate them. */
export function Closed() {
  const { t } = useI18n();
  return (
    <Notice title={t('closed.title')}>
      <Text of="closed.text" values={SHOP} />
    </Notice>
  );
}

type Refusal = 'invalid' | 'expired' | 'unsigned';

/** Why the page's link can't be used; null: it can. */
export function linkRefusal(): Refusal | null {
  if (typeof facts.link === 'string') return facts.link;
  return facts.link === null && facts.visitors === 'invited' ? 'unsigned' : null;
}

export function LinkRefused({ why }: { readonly why: Refusal }) {
  const { t } = useI18n();
  return (
    <Notice title={t(why === 'unsigned' ? 'closed.title' : 'link.refused')}>
      {why === 'unsigned' ? <Text of="link.unsigned" values={SHOP} /> : <Text of={`link.${why}`} />}
    </Notice>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { t } = useI18n();
  return (
    <section class="card notice stack">
      <Sign name="lock" class="notice__sign" />
      <h1>{title}</h1>
      <p class="soft">{children}</p>
      <WaysOn buy={t('checkout.title')} isShopFirst />
    </section>
  );
}
