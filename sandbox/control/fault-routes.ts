import type { Router } from 'express';
import type { ChaosPlan } from '../chaos/plan.js';
import type { Fault, FaultAim } from '../faults/fault.js';
import type { World } from '../world.js';
import { readChaos } from './read-chaos.js';
import { readFaultRules } from './read-fault-rules.js';

export function addFaultRoutes(router: Router, world: World): void {
  const waiting = () => ({ faults: world.faultRules.waiting().map(flat) });
  router.get('/faults', (_request, response) => {
    response.json(waiting());
  });
  router.post('/faults', (request, response) => {
    world.faultRules.add(readFaultRules(request.body));
    response.status(201).json(waiting());
  });
  router.delete('/faults', (_request, response) => {
    world.faultRules.clear();
    response.json(waiting());
  });

  const chaos = () => ({ chaos: planView(world.chaos.current()) });
  router.get('/chaos', (_request, response) => {
    response.json(chaos());
  });
  router.post('/chaos', (request, response) => {
    world.chaos.switchOn(readChaos(request.body));
    response.status(201).json(chaos());
  });
  router.delete('/chaos', (_request, response) => {
    world.chaos.switchOff();
    response.json(chaos());
  });
}

/** As in the request: the fault's fields beside its target. */
function flat<T extends FaultAim & { readonly fault: Fault }>({ fault, ...aim }: T) {
  return { ...aim, ...fault };
}

function planView(plan: ChaosPlan | null) {
  return plan === null ? null : { ...plan, faults: plan.faults.map(flat) };
}
