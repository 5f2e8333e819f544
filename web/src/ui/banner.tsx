import type { ComponentChildren } from 'preact';
import { classes } from './button.js';
import { Sign } from './signs.js';
import type { SignName } from './signs.js';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const SIGNS: Readonly<Record<Tone, SignName>> = { info: 'info', good: 'check', warn: 'warn', bad: 'warn' };

interface Props {
  readonly tone: Tone;
  readonly title?: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly sign?: SignName;
  /** Announced at once by screen readers. */
  readonly urgent?: boolean;
}

export function Banner({ tone, title, children, sign = SIGNS[tone], urgent }: Props) {
  return (
    <div class={classes('banner', `banner--${tone}`)} role={urgent ? 'alert' : 'status'}>
      <Sign name={sign} class="banner__sign" />
      <div class="banner__body stack stack--close">
        {title !== undefined && <p class="banner__title">{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}
