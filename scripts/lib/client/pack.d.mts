/** See pack.mjs. */
export function packPackage(folder: string, destination: string, signal?: AbortSignal): Promise<string>;
export function packClient(signal?: AbortSignal): Promise<string>;
export function installPacked(folder: string, files: readonly string[], signal?: AbortSignal): Promise<void>;
