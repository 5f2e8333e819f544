import type { ComponentChildren } from 'preact';
import { classes } from './button.js';

export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

interface RowProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
  readonly strong?: boolean;
}

export function Fact({ name, children, strong }: RowProps) {
  return (
    <div class={classes('facts__row', strong && 'facts__row--strong')}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
