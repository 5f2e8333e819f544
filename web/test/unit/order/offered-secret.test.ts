import { expect, it } from 'vitest';
import { offeredSecret } from '#web/src/order/offered-secret.js';

const SECRET = `cs_1_${'aZ9-_'.repeat(9).slice(0, 43)}`;

it.each([
  [`#${SECRET}`, SECRET],
  ['', null],
  ['#', null],
  [SECRET, null],
  [`#${SECRET}x`, null],
  [`#secret=${SECRET}`, null],
  [`#${SECRET.slice(0, -1)}\n`, null],
])('the address %j contains the secret %j', (hash, secret) => expect(offeredSecret(hash)).toBe(secret));
