import { Fragment } from 'preact';
import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import type { MessageKey } from '../i18n/messages.js';
import { facts } from '../page-facts.js';
import { HelpLink } from './help-link.js';

interface Props {
  readonly of: MessageKey;
  readonly values?: Readonly<Record<string, ComponentChildren>>;
}

/** A text whose values may be elements. `{brand}` is the shop's name, linked to its help. */
export function Text({ of, values = {} }: Props) {
  const { t } = useI18n();
  const parts = t(of).split(/\{(\w+)\}/);
  const all: Props['values'] = { brand: <HelpLink to="support">{facts.brand.name}</HelpLink>, ...values };
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>{index % 2 === 0 ? part : (all[part] ?? `{${part}}`)}</Fragment>
      ))}
    </>
  );
}
