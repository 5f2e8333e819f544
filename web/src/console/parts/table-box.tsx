import type { ComponentChildren } from 'preact';

/** A table that scrolls by itself where it is too wide, also by keyboard. */
export function TableBox({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="table-box" role="region" aria-label={name} tabIndex={0}>
      {children}
    </div>
  );
}
