/** See build.mjs. */
export function fingerprint(root: string): string;
