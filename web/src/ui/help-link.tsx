import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { helpAddress } from './help.js';
import type { HelpTopic } from './help.js';

interface Props {
  readonly to: HelpTopic;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Links to a page of the shop; where the shop has none, just shows the children. */
export function HelpLink({ to, class: name, children }: Props) {
  const { language } = useI18n();
  const address = helpAddress(to, language);
  if (address === null) return <>{children}</>;
  return (
    <a class={name} href={address} target={targetOf(to, address)} rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Help opens beside the page, so that a form or an order stays open. The shop takes the whole window, frame or not. */
function targetOf(to: HelpTopic, address: string): string | undefined {
  if (to === 'shop') return '_top';
  return address.startsWith('mailto:') ? undefined : '_blank';
}
