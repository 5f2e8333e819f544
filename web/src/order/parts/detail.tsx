import type { ComponentChildren } from 'preact';

/** Names and values on lines of their own, for long addresses and hashes. */
export function DetailList({ children }: { readonly children: ComponentChildren }) {
  return <dl class="details">{children}</dl>;
}

export function Detail({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="details__row">
      <dt class="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
