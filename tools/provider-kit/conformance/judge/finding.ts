import type { Finding } from '../report.js';

export function plain(value: Finding['value'], detail: string): Finding {
  return { value, detail, setting: null };
}

export function notSeen(why: string): Finding {
  return { value: null, detail: why, setting: null };
}
