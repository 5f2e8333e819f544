import type { Router } from 'express';
import { PERSONS_ACTS } from '../orders/progress.js';
import type { PersonsAct } from '../orders/progress.js';
import type { World } from '../world.js';
import { ControlError, ControlInput } from './control-input.js';
import { makeSellOrder } from './make-sell-order.js';
import { newestOrder, ordersNamed, orderView } from './order-view.js';

/**
 * Routes that show and move orders. `:no` is the provider's number or the merchant's; of several with the merchant's
 * number, the newest is moved, but all vanish.
 */
export function addOrderRoutes(router: Router, world: World): void {
  router.get('/orders', (_request, response) => {
    response.json({ orders: world.orders.all().map((order) => orderView(world, order)) });
  });

  router.get('/orders/:no', (request, response) => {
    response.json({ orders: ordersNamed(world, request.params.no).map((order) => orderView(world, order)) });
  });

  for (const act of Object.keys(PERSONS_ACTS) as PersonsAct[]) {
    router.post(`/orders/:no/${act}`, (request, response) => {
      const order = newestOrder(world, request.params.no);
      if (!world.progress.act(order, act))
        throw new ControlError(`an order in ${order.status} does not wait for payment`);
      response.json(orderView(world, order));
    });
  }

  router.post('/orders/:no/status', (request, response) => {
    const order = newestOrder(world, request.params.no);
    const input = ControlInput.of(request.body);
    const status = input.text('status', order.status);
    const announce = input.flag('push', true);
    // Set before the move, so that its callback carries them.
    order.overrides = { ...order.overrides, ...input.object('fields') };
    world.progress.force(order, status, announce);
    response.json(orderView(world, order));
  });

  for (const [act, vanished] of [
    ['vanish', true],
    ['unvanish', false],
  ] as const) {
    router.post(`/orders/:no/${act}`, (request, response) => {
      const orders = ordersNamed(world, request.params.no);
      for (const order of orders) order.vanished = vanished;
      world.commit();
      response.json({ orders: orders.map((order) => orderView(world, order)) });
    });
  }

  router.post('/sell-orders', (request, response) => {
    response.status(201).json(orderView(world, makeSellOrder(world, ControlInput.of(request.body))));
  });
}
