/** See lock.mjs. */
export class LockedError extends Error {}
export function takeLock(file: string): Promise<{ addChild(pid: number): void; release(): void }>;
