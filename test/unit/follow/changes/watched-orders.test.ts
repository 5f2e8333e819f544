import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WatchedOrders } from '#src/follow/changes/watched-orders.js';
import type { OrderMark, Watcher } from '#src/follow/changes/watched-orders.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { orderRow, orderState, trade } from '../../../support/order-builders.js';

const read = (merchantOrderNo: string, version: number): OrderState =>
  orderState({
    order: orderRow({ merchantOrderNo, version, attemptUntil: null }),
    trades: [trade({ merchantOrderNo })],
  });

const mark = (merchantOrderNo: string, version: number, more: Partial<OrderMark> = {}): OrderMark => ({
  merchantOrderNo,
  version,
  salt: '01'.repeat(16),
  isAttempting: false,
  ...more,
});

class Reader implements Watcher {
  got: number[] = [];

  offer({ order }: OrderState): void {
    this.got.push(order.version);
  }

  /** What a reader of another epoch gets begins anew. */
  renew(): void {
    this.got = [];
  }
}

describe('watched orders', () => {
  it('ignore changes of orders without watchers', () => {
    const watched = new WatchedOrders();
    expect(watched.noteChange({ merchantOrderNo: 'A-1', version: 1 })).toBe(false);
    expect(watched.takeDue()).toEqual([]);
    watched.deliver([read('A-1', 1)]);
    expect([watched.size, watched.numbers(), watched.tradeNos()]).toEqual([0, [], []]);
  });

  it('read an order once for all its watchers', () => {
    const watched = new WatchedOrders();
    const readers = [new Reader(), new Reader()];
    for (const reader of readers) watched.join('A-1', reader);
    expect(watched.size).toBe(1);
    for (const version of [2, 3]) watched.noteChange({ merchantOrderNo: 'A-1', version });
    expect(watched.takeDue()).toEqual(['A-1']);
    expect(watched.takeDue()).toEqual([]);
    watched.deliver([read('A-1', 3)]);
    expect(readers.map(({ got }) => got)).toEqual([[3], [3]]);
    expect(watched.tradeNos()).toEqual(['A-1']);
  });

  it.each([
    ['a newer version', 4, true],
    ['the known version', 3, false],
    ['an older one', 2, false],
    ['something without a version', null, true],
  ])('need a read after a hint of %s: %s', (_, version, isDue) => {
    const watched = new WatchedOrders();
    watched.join('A-1', new Reader());
    watched.deliver([read('A-1', 3)]);
    expect(watched.noteChange({ merchantOrderNo: 'A-1', version })).toBe(isDue);
    expect(watched.takeDue()).toEqual(isDue ? ['A-1'] : []);
  });

  it.each([
    ['at the known version', mark('A-1', 3), false],
    ['at a newer version', mark('A-1', 4), true],
    ['without its secret', mark('A-1', 3, { salt: null }), true],
    ['with another secret', mark('A-1', 3, { salt: '02'.repeat(16) }), true],
    ['with a lease', mark('A-1', 3, { isAttempting: true }), true],
    ['at an older version, after a late read', mark('A-1', 2), false],
    ['without watchers', mark('A-2', 9), false],
  ])('need a read if the stored order is %s: %s', (_, seen, isDue) => {
    const watched = new WatchedOrders();
    watched.join('A-1', new Reader());
    watched.deliver([read('A-1', 3)]);
    watched.compare([seen]);
    expect(watched.takeDue()).toEqual(isDue ? ['A-1'] : []);
  });

  it('drop an older state that arrives late', () => {
    const watched = new WatchedOrders();
    const reader = new Reader();
    watched.join('A-1', reader);
    for (const version of [3, 2]) watched.deliver([read('A-1', version)]);
    expect(reader.got).toEqual([3]);
    expect(watched.noteChange({ merchantOrderNo: 'A-1', version: 3 })).toBe(false);
  });

  it('take an older version after commits were lost, and tell their watchers first', () => {
    const watched = new WatchedOrders();
    const reader = new Reader();
    watched.join('A-1', reader);
    watched.deliver([read('A-1', 3)]);
    watched.renew();
    expect([reader.got, watched.takeDue()]).toEqual([[], ['A-1']]);
    watched.deliver([read('A-1', 2)]);
    watched.compare([mark('A-1', 3)]);
    expect([reader.got, watched.takeDue()]).toEqual([[2], ['A-1']]);
  });

  it('put failed reads back, unless the order has no watcher any more', () => {
    const watched = new WatchedOrders();
    watched.join('A-1', new Reader());
    const leave = watched.join('A-2', new Reader());
    for (const number of ['A-1', 'A-2']) watched.noteChange({ merchantOrderNo: number, version: null });
    const taken = watched.takeDue();
    leave();
    watched.putBack(taken);
    expect(watched.takeDue()).toEqual(['A-1']);
  });

  it('in any order of events versions only grow and the newest is delivered', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), isTold: fc.boolean() }),
      fc.constant({ kind: 'begin' as const }),
      fc.record({ kind: fc.constant('finish' as const), fails: fc.boolean() }),
      fc.constant({ kind: 'look' as const }),
      fc.constant({ kind: 'loss' as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const watched = new WatchedOrders();
        const reader = new Reader();
        watched.join('A-1', reader);
        let stored = 1;
        watched.deliver([read('A-1', stored)]);
        let underWay: number | null = null;
        const begin = (): void => {
          if (underWay === null && watched.takeDue().length > 0) underWay = stored;
        };
        const finish = (fails: boolean): void => {
          if (underWay === null) return;
          if (fails) watched.putBack(['A-1']);
          else watched.deliver([read('A-1', underWay)]);
          underWay = null;
        };
        for (const one of steps) {
          if (one.kind === 'change') {
            stored += 1;
            if (one.isTold) watched.noteChange({ merchantOrderNo: 'A-1', version: stored });
          } else if (one.kind === 'loss') {
            stored = Math.max(1, stored - 2);
            // A read that began before is repeated.
            underWay = null;
            watched.renew();
          } else if (one.kind === 'begin') begin();
          else if (one.kind === 'finish') finish(one.fails);
          else watched.compare([mark('A-1', stored)]);
        }
        finish(false);
        watched.compare([mark('A-1', stored)]);
        begin();
        finish(false);
        expect(reader.got.at(-1)).toBe(stored);
        expect(reader.got).toEqual([...reader.got].sort((a, b) => a - b));
      }),
    );
  });
});
