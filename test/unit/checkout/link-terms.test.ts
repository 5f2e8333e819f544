import { expect, it } from 'vitest';
import { requireTerms } from '#src/checkout/checkout-links.service.js';
import { Problem } from '#src/platform/problems/problem.js';

const TERMS = { network: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: '', country: 'GB' };
const SAID = { network: 'ETH', address: TERMS.address.toLowerCase(), country: 'GB' };

it('link terms: a checkout may use another spelling', () => {
  expect(() => requireTerms(TERMS, SAID)).not.toThrow();
});

it.each([
  ['network', 'BSC'],
  ['address', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  ['address', null],
  ['memo', '7'],
  ['country', 'IE'],
])('link terms: another %s (%s) is refused', (field, value) => {
  expect(() => requireTerms(TERMS, { ...SAID, [field]: value })).toThrow(Problem);
});
