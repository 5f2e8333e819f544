import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import type { MessageKey } from '../i18n/messages.js';
import { facts } from '../page-facts.js';
import { helpAddress } from './help.js';

interface Props {
  readonly of: MessageKey;
  readonly values?: Readonly<Record<string, ComponentChildren>>;
}

/** A text whose values may be elements. `{brand}` is the shop's name, linked to its help. */
export function Text({ of, values = {} }: Props) {
  const { t } = useI18n();
  const parts = t(of).split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, index) => {
        if (index % 2 === 0) return part;
        return values[part] ?? (part === 'brand' ? <Shop key={index} /> : `{${part}}`);
      })}
    </>
  );
}

function Shop() {
  const { language } = useI18n();
  const address = helpAddress('support', language);
  return address === null ? <>{facts.brand.name}</> : <a href={address}>{facts.brand.name}</a>;
}
