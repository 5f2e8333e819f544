import type { Capacity } from '../platform/callers/caller.js';
import { OPEN } from './permissions.js';
import type { Permission } from './permissions.js';

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;

export const SECURITY_SCHEMES = {
  token: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Customers and staff: a token of the merchant\u2019s identity provider.',
  },
  apiKey: header('X-Api-Key', 'Servers and staff. Never in a browser or an app.'),
  clientSecret: header('X-Client-Secret', 'The client secret of one order, from its checkout. Never in a URL.'),
};

type SecurityScheme = keyof typeof SECURITY_SCHEMES;

const SCHEMES: Readonly<Record<Capacity, readonly SecurityScheme[]>> = {
  guest: [],
  holder: ['clientSecret'],
  customer: ['token'],
  checkout: ['apiKey'],
  all_orders: ['apiKey'],
  support: ['token', 'apiKey'],
  finance: ['token', 'apiKey'],
  admin: ['token', 'apiKey'],
};

/** Alternatives of OpenAPI; an empty one stands for guests, an empty list for an open route. */
export function securityOf(permission: Permission): Record<string, string[]>[] {
  if (permission === OPEN) return [];
  const schemes = new Set(permission.flatMap((capacity) => SCHEMES[capacity]));
  const alternatives = [...schemes].sort().map((scheme) => ({ [scheme]: [] }));
  return permission.includes('guest') ? [...alternatives, {}] : alternatives;
}
