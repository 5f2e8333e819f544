import type { ComponentChildren } from 'preact';
import { useMay } from '../me.js';
import { orderAddress } from '../route.js';

interface Props {
  /** null: the row is about no order. */
  readonly order: string | null;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A row that opens an order, where this member of staff may read orders. */
export function RowLink({ order, class: name, children }: Props) {
  const mayOpen = useMay()('GET orders/:merchantOrderNo');
  if (order === null || !mayOpen) return <div class={name}>{children}</div>;
  return (
    <a class={name} href={orderAddress(order)} data-row>
      {children}
    </a>
  );
}
