/** See processes.mjs. */
export interface ProcessId {
  pid: number;
  started: string;
}
export function identify(pid: number): ProcessId | undefined;
export function isRunning(id: ProcessId): boolean;
export function childrenOf(parent: number): ProcessId[];
