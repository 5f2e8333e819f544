import type { ComponentChildren } from 'preact';

/** What is what, one below the other: for addresses and hashes, which need the whole line. */
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
