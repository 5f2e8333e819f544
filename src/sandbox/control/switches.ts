import type { Router } from 'express';
import { STAMP_CLOCKS, UNKNOWN_ORDER_ANSWERS } from '../behaviour.js';
import { LONGEST_WAIT_MS } from '../settings/settings.js';
import type { World } from '../world.js';
import { ControlInput } from './control-input.js';
import { readCallbackForm } from './read-callback-form.js';

const CENTURY_MS = 100 * 365 * 86_400_000;
const MOST_RETRIES = 50;

/** How the provider behaves from now on. All of a body is read before any of it counts; what is left out stays. */
export function addSwitches(router: Router, world: World): void {
  const { behaviour, clock } = world;
  router.post('/callbacks', (request, response) => {
    const input = ControlInput.of(request.body);
    const hasRetries = input.has('retries');
    const enabled = input.flag('enabled', hasRetries ? behaviour.callbacks : undefined);
    if (hasRetries) behaviour.callbackRetries = input.integers('retries', 0, LONGEST_WAIT_MS, MOST_RETRIES);
    behaviour.callbacks = enabled;
    response.json({ enabled, retries: behaviour.callbackRetries });
  });
  router.post('/callback-form', (request, response) => {
    behaviour.callbackForm = readCallbackForm(ControlInput.of(request.body), behaviour.callbackForm);
    const { wronglySigned, ...form } = behaviour.callbackForm;
    response.json({ ...form, key: wronglySigned ? 'wrong' : 'right' });
  });
  router.post('/pace', (request, response) => {
    behaviour.paceMs = ControlInput.of(request.body).integer('ms', 0, LONGEST_WAIT_MS);
    response.json({ ms: behaviour.paceMs });
  });
  router.post('/clock', (request, response) => {
    const input = ControlInput.of(request.body);
    const hasStamps = input.has('stamps');
    const offsetMs = input.integer('offsetMs', -CENTURY_MS, CENTURY_MS, hasStamps ? clock.offsetMs : undefined);
    if (hasStamps) behaviour.stamps = input.oneOf('stamps', STAMP_CLOCKS);
    clock.move(offsetMs);
    response.json({ offsetMs, now: clock.iso(), stamps: behaviour.stamps });
  });
  router.post('/behaviour', (request, response) => {
    const input = ControlInput.of(request.body);
    const changed = {
      refusalHttpStatus: input.integer('refusalHttpStatus', 200, 599, behaviour.refusalHttpStatus),
      unknownOrder: input.oneOf('unknownOrder', UNKNOWN_ORDER_ANSWERS, behaviour.unknownOrder),
      unknownOrderCode: input.filledText('unknownOrderCode', behaviour.unknownOrderCode),
    };
    Object.assign(behaviour, changed);
    response.json(behaviour);
  });
}
