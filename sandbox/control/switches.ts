import type { Router } from 'express';
import { SWITCH_NAMES, SWITCHES } from '../switches/behaviour.js';
import type { Behaviour } from '../switches/behaviour.js';
import { LONGEST_WAIT_MS } from '../switches/longest-wait.js';
import { WrongValue } from '../switches/switch.js';
import type { World } from '../world.js';
import { ControlError, ControlInput } from './control-input.js';

/** Short names of the callback switches. */
const CALLBACK_FORM = {
  form: 'callbackForm',
  method: 'callbackMethod',
  signatures: 'callbackSignatures',
  key: 'callbackKey',
} as const satisfies Readonly<Record<string, keyof Behaviour>>;

const CENTURY_MS = 100 * 365 * 86_400_000;

/**
 * Routes that change the provider's behaviour. A body is validated as a whole before any of it applies; missing
 * fields stay.
 */
export function addSwitches(router: Router, world: World): void {
  const { behaviour, clock } = world;
  router.get('/behaviour', (_request, response) => {
    response.json(behaviour);
  });
  router.post('/behaviour', (request, response) => {
    const input = ControlInput.of(request.body);
    input.allowOnly(SWITCH_NAMES);
    const changed = Object.fromEntries(
      SWITCH_NAMES.filter((name) => input.any(name) !== undefined).map((name) => [name, read(input.any(name), name)]),
    );
    if (changed['secrets'] === 'next' && world.settings.appSecretNext === null) {
      throw new ControlError('secrets: next needs SANDBOX_APP_SECRET_NEXT');
    }
    Object.assign(behaviour, changed);
    response.json(behaviour);
  });

  router.post('/callbacks', (request, response) => {
    const input = ControlInput.of(request.body);
    const hasRetries = input.has('retries');
    const enabled = input.flag('enabled', hasRetries ? behaviour.callbacks : undefined);
    if (hasRetries) behaviour.callbackRetries = read(input.any('retries'), 'callbackRetries', 'retries');
    behaviour.callbacks = enabled;
    response.json({ enabled, retries: behaviour.callbackRetries });
  });
  router.post('/callback-form', (request, response) => {
    const input = ControlInput.of(request.body);
    const names = Object.entries(CALLBACK_FORM);
    input.allowOnly(names.map(([field]) => field));
    const present = names.filter(([field]) => input.any(field) !== undefined);
    const changed = present.map(([field, name]) => [name, read(input.any(field), name, field)]);
    Object.assign(behaviour, Object.fromEntries(changed));
    response.json(Object.fromEntries(names.map(([field, name]) => [field, behaviour[name]])));
  });
  router.post('/pace', (request, response) => {
    behaviour.paceMs = ControlInput.of(request.body).integer('ms', 0, LONGEST_WAIT_MS);
    response.json({ ms: behaviour.paceMs });
  });
  router.post('/clock', (request, response) => {
    const input = ControlInput.of(request.body);
    const hasStamps = input.has('stamps');
    const offsetMs = input.integer('offsetMs', -CENTURY_MS, CENTURY_MS, hasStamps ? clock.offsetMs : undefined);
    if (hasStamps) behaviour.stamps = read(input.any('stamps'), 'stamps');
    clock.move(offsetMs);
    response.json({ offsetMs, now: clock.iso(), stamps: behaviour.stamps });
  });
}

function read<Name extends keyof Behaviour>(value: unknown, name: Name, field: string = name): Behaviour[Name] {
  try {
    return SWITCHES[name].fromJson(value) as Behaviour[Name];
  } catch (error) {
    throw error instanceof WrongValue ? new ControlError(`${field} ${error.message}`) : error;
  }
}
