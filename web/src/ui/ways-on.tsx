import './ways-on.css';
import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { classes } from './button.js';
import { helpAddress } from './help.js';
import { HelpLink } from './help-link.js';

interface Props {
  /** Name of the link to the checkout page. */
  readonly buy: string;
  /** Only the shop has what is needed. */
  readonly isShopFirst?: boolean;
  /** The page's own buttons, which come first. */
  readonly children?: ComponentChildren;
}

/** The ways out of a dead end: the shop, help, and a purchase where visitors may buy without a link. */
export function WaysOn({ buy, isShopFirst, children }: Props) {
  const { t, language } = useI18n();
  const has = (topic: 'support' | 'shop'): boolean => helpAddress(topic, language) !== null;
  return (
    <div class="ways-on">
      {children}
      {has('shop') && (
        <HelpLink to="shop" class={classes('button', !isShopFirst && 'button--quiet')}>
          {t('ways.shop', { brand: facts.brand.name })}
        </HelpLink>
      )}
      {has('support') && (
        <HelpLink to="support" class="button button--quiet">
          {t('foot.support')}
        </HelpLink>
      )}
      {facts.visitors === 'welcome' && (
        <a class="button button--quiet" href="/checkout">
          {buy}
        </a>
      )}
    </div>
  );
}
