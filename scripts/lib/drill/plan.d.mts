/** See plan.mjs. */
export interface Customer {
  number: string;
  body: Record<string, string>;
  twice: boolean;
  replica: number;
  hesitatesMs: number;
  fate: string;
}
export interface Strike {
  what: 'replica' | 'postgres';
  at: number;
  replica: number;
  how: 'SIGKILL' | 'immediate';
  pauseMs: number;
}
export function planCustomers(options: { seed: number; checkouts: number; replicas: number }): Customer[];
export function planStrikes(options: {
  seed: number;
  checkouts: number;
  replicas: number;
  kills: number;
  crashes: number;
}): Strike[];
export function isPaidLate(seed: number, tradeNo: string): boolean;
export function planChaos(seed: number): {
  seed: number;
  faults: { endpoint: string; act: string; rate: number }[];
  callbacks: Record<string, number>;
};
