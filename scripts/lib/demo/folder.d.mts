/** See folder.mjs. */
export function openFolder(path: string): { path: string; lock: string };
