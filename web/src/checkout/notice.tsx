import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { Sign } from '../ui/signs.js';

/** Shown where visitors must come from the merchant's own pages, which authenticate them. */
export function Closed() {
  const { t } = useI18n();
  return <Notice title={t('closed.title')} text={t('closed.text', { brand: facts.brand.name })} />;
}

type Refusal = 'invalid' | 'expired' | 'unsigned';

const REFUSALS = { invalid: 'link.invalid', expired: 'link.expired', unsigned: 'link.unsigned' } as const;

/** Why the page's link can't be used; null: it can. */
export function linkRefusal(): Refusal | null {
  if (typeof facts.link === 'string') return facts.link;
  return facts.link === null && facts.visitors === 'invited' ? 'unsigned' : null;
}

export function LinkRefused({ why }: { readonly why: Refusal }) {
  const { t } = useI18n();
  const title = t(why === 'unsigned' ? 'closed.title' : 'link.refused');
  return <Notice title={title} text={t(REFUSALS[why], { brand: facts.brand.name })} />;
}

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="card notice stack">
      <Sign name="lock" class="notice__sign" />
      <h1>{title}</h1>
      <p class="soft">{text}</p>
    </section>
  );
}
