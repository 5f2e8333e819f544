/** Settings of a service that gets access tokens from the simulator, one per customer. */
export const ISSUED_TOKENS = {
  RAMP_ACCESS_TOKEN: '',
  RAMP_ACCESS_TOKEN_URL: '/open/api/v3/merchant/getToken',
  RAMP_ACCESS_TOKEN_REFUSED_CODES: '1003',
} as const;

/** A customer unknown to the simulator. */
export function newCustomer(): { readonly id: string; readonly email: string } {
  const id = Math.random().toString(36).slice(2, 12);
  return { id: `c-${id}`, email: `planted-${id}@customer.example` };
}
