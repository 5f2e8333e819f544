/** See ports.mjs. */
export function freePort(): Promise<number>;
export function portNear(preferred: number, avoid?: number[]): Promise<number>;
