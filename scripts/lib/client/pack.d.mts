/** See pack.mjs. */
export function buildClient(signal?: AbortSignal): Promise<void>;
export function packPackage(folder: string, destination: string, signal?: AbortSignal): Promise<string>;
export function packClient(signal?: AbortSignal): Promise<string>;
