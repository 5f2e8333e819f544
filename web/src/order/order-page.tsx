import './order.css';
import { useState } from 'preact/hooks';
import { useOnward } from './live/use-onward.js';
import { useOrder } from './live/use-order.js';
import { isOrderPath, numberInPath } from '../order-number.js';
import { FirstAnswer } from './parts/first-answer.js';
import { NoPage } from './parts/no-page.js';
import { NotHere } from './parts/not-here.js';
import { OrderView } from './parts/order-view.js';

export function OrderPage() {
  const [{ number, shown }] = useState(() => numberInPath(location.pathname));
  if (!isOrderPath(location.pathname)) return <NoPage />;
  return number === null ? <NotHere shown={shown} onAgain={null} /> : <FollowedOrder number={number} />;
}

function FollowedOrder({ number }: { readonly number: string }) {
  const live = useOrder(number);
  const { order, refusal } = live.seen;
  useOnward(order);
  // Also for an order shown before: its secret is no longer valid.
  if (refusal?.kind === 'not_ours') return <NotHere shown={number} onAgain={live.lookAgain} />;
  if (order === null) return <FirstAnswer number={number} live={live} />;
  return <OrderView order={order} live={live} />;
}
