import type { ReportFinding } from '../report.js';

export function plain(value: ReportFinding['value'], detail: string): ReportFinding {
  return { value, detail, setting: null };
}

export function notSeen(why: string): ReportFinding {
  return { value: null, detail: why, setting: null };
}
