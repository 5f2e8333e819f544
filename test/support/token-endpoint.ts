/** Settings of a service that gets its access tokens from the simulator, one for each customer. */
export const ISSUED_TOKENS = {
  RAMP_ACCESS_TOKEN: '',
  RAMP_ACCESS_TOKEN_URL: '/open/api/v3/merchant/getToken',
  RAMP_ACCESS_TOKEN_REFUSED_CODES: '1003',
} as const;

/** A customer of whom the simulator has not heard yet. */
export function newCustomer(): { readonly id: string; readonly email: string } {
  const id = Math.random().toString(36).slice(2, 12);
  return { id: `c-${id}`, email: `planted-${id}@customer.example` };
}
