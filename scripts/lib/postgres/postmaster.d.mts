/** See postmaster.mjs. */
export function parsePostmasterPid(text: string): { pid: number; port: number; status: string };
export function findPostmaster(data: string): { pid: number; port: number; status: string } | undefined;
