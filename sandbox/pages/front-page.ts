import type { Order } from '../orders/order.js';
import type { Scenario } from '../scenarios/scenario.js';
import { SCENARIOS } from '../scenarios/table.js';
import type { World } from '../world.js';
import { html } from './html.js';
import type { Html } from './html.js';
import { page } from './layout.js';

const MOST = 25;

interface Move {
  readonly label: string;
  /** The status that the button sets; null: it stays. */
  readonly to: string | null;
  readonly fields?: Readonly<Record<string, unknown>>;
}

const WRONG_ADDRESS = { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };

/** The buttons of an order, by their names in the form's address. */
const MOVES: Readonly<Record<Order['side'], Readonly<Record<string, Move>>>> = {
  BUY: {
    pending: { label: 'Pending', to: 'PENDING' },
    paid: { label: 'Paid', to: 'PAY_SUCCESS' },
    transfer: { label: 'Sending', to: 'TRANSFER' },
    finished: { label: 'Finished', to: 'FINISHED' },
    declined: { label: 'Declined', to: 'PAY_FAIL' },
    cancelled: { label: 'Cancelled', to: 'CANCEL' },
    refunded: { label: 'Refunded', to: 'REFUNDED' },
    'wrong-address': { label: 'Wrong address', to: null, fields: WRONG_ADDRESS },
    unknown: { label: 'Unknown status', to: 'ON_THE_MOON' },
  },
  SELL: {
    waiting: { label: 'Waiting', to: '1' },
    received: { label: 'Received', to: '2' },
    payout: { label: 'Payout', to: '3' },
    finished: { label: 'Paid out', to: '4' },
    failed: { label: 'Payout failed', to: '5' },
    refunded: { label: 'Refunded', to: '6' },
    expired: { label: 'Expired', to: '7' },
  },
};

/** Scenarios that an order can begin after it was made: those with moves, or with fields of the record. */
const playable = (side: Order['side']): readonly Scenario[] =>
  SCENARIOS.filter(({ steps, record, ...scenario }) => scenario.side === side && (steps ?? record) !== undefined);

/** False: there is no such button. */
export function pressMove(world: World, order: Order, name: string): boolean {
  const move = MOVES[order.side][name];
  if (move === undefined) return false;
  order.overrides = { ...order.overrides, ...move.fields };
  world.progress.force(order, move.to ?? order.status, true);
  return true;
}

/** Plays the scenario from its first move. False: the order cannot play it. */
export function playScenario(world: World, order: Order, word: unknown): boolean {
  const scenario = playable(order.side).find((each) => each.word === word);
  if (scenario === undefined) return false;
  order.scenario = scenario.word;
  order.step = 0;
  world.commit();
  world.progress.begin(order);
  return true;
}

/** The newest orders with buttons that move them, and what can be played. */
export function frontPage(world: World): string {
  const orders = world.orders.all();
  const newest = orders.slice(-MOST).reverse();
  const none = html`<p class="text">No orders yet. Make one in the shop; it appears here.</p>`;
  const content = html`<h1>Orders</h1>
    ${newest.length === 0 ? none : newest.map((order) => card(order))}
    ${orders.length > MOST ? html`<p class="soft">The newest ${String(MOST)} of ${String(orders.length)}.</p>` : ''}
    ${scenarios()}
    <p class="soft">Settings, faults and controls: <a href="help.txt">help</a>.</p>`;
  return page('Orders', content, '.');
}

function card(order: Order): Html {
  const { side, orderNo, merchantOrderNo, status, request, pageId, createdAt } = order;
  const what =
    'amount' in request
      ? `Purchase of ${request.crypto} for ${request.amount} ${request.fiat}`
      : `Sale of ${request.cryptoAmount} ${request.crypto} for ${request.fiat}`;
  const address = `${side === 'BUY' ? 'pay' : 'orders'}/${pageId}`;
  const buttons = Object.entries(MOVES[side]).map(([name, { label }]) => button(`made/${orderNo}/${name}`, label));
  return html`<section class="order">
    <h2>
      <a href="${address}">${merchantOrderNo === '' ? orderNo : merchantOrderNo}</a>
      <span class="state">status ${status}</span>
    </h2>
    <p class="soft">
      ${what}, ${new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')}, provider’s number
      ${orderNo}${order.vanished === true ? ', vanished' : ''}
    </p>
    <div class="moves">${buttons}</div>
    <form class="play" method="post" action="made/${orderNo}">
      <select name="scenario" aria-label="Scenario for ${orderNo}">
        ${playable(side).map(({ word, what }) => html`<option value="${word}">${word}: ${what}</option>`)}
      </select>
      <button>Play</button>
    </form>
  </section>`;
}

const button = (action: string, label: string): Html =>
  html`<form method="post" action="${action}"><button>${label}</button></form>`;

function scenarios(): Html {
  const rows = SCENARIOS.map(
    ({ word, side, what, ends }) =>
      html`<tr>
        <td><code>..${word}</code></td>
        <td>${side}</td>
        <td>${what}</td>
        <td>${ends.problem ?? ends.status}${ends.inReview === true ? ', in review' : ''}</td>
      </tr>`,
  );
  return html`<details>
    <summary>All scenarios</summary>
    <p>A shop’s order number, or the shop’s name, that ends in one of these words plays it from the first call on.</p>
    <table>
      <thead>
        <tr>
          <th>ends in</th>
          <th>side</th>
          <th>what happens</th>
          <th>ends as</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}
