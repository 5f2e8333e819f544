import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from './net/types.js';

export const MeContext = createContext<Me | null>(null);

/** Whether this member of staff may make a call, as `GET orders` below `/v1/admin`. The API decides again. */
export function useMay(): (call: string) => boolean {
  const me = useContext(MeContext);
  return (call) => me?.permissions.includes(call.replace(' ', ' /v1/admin/')) === true;
}
