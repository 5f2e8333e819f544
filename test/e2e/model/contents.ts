/** Marks that stand in what customers send; none of them may show in any output of the service. */
export const PLANTED = [
  'planted-customer@planted.example',
  'planted-basket-5Tz1',
  'planted-email-in-a-callback',
] as const;

/** The content of a checkout, and the amount as it must be sent. */
export interface Content {
  readonly body: Readonly<Record<string, unknown>>;
  readonly amount: string;
}

const common = {
  fiat: 'USD',
  crypto: 'USDT',
  network: 'ETH',
  payWayCode: '10001',
  country: 'US',
  redirectUrl: `https://shop.example/back?basket=${PLANTED[1]}`,
  customer: { email: PLANTED[0] },
};
const ONE = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0xde709f2102306220921060314715629080e2fb77';

const OWN: readonly Content[] = [
  { body: { ...common, amount: '100.00', address: ONE }, amount: '100.00' },
  { body: { ...common, amount: '50.5', address: OTHER }, amount: '50.50' },
  { body: { ...common, amount: '77', address: ONE }, amount: '77.00' },
];

/** Each order of a run has a content of its own. */
export const ownContent = (order: number): Content => OWN[order % OWN.length]!;

/** Differs from the order's own in the amount or in the address. */
export function otherContent(order: number): Content {
  const { body, amount } = ownContent(order);
  if (order % 2 === 0) return { body: { ...body, amount: '61.25' }, amount: '61.25' };
  return { body: { ...body, address: ONE }, amount };
}
