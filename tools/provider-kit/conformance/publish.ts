import { maskText } from '../../../src/platform/redaction/forms.js';
import type { Secret } from '../../../src/platform/callers/secret.js';
import type { ConformanceReport, ReportFinding } from './report.js';

const LONGEST = 1000;

/** The report with our own secrets and anything like an e-mail address masked, in case the provider quoted them. */
export function withoutSecrets(report: ConformanceReport, secrets: readonly (Secret | null)[]): ConformanceReport {
  const revealed = secrets.map((secret) => secret?.reveal() ?? '');
  const clean = (text: string): string => maskText(text, revealed, LONGEST);
  const cleanValue = (value: ReportFinding['value']): ReportFinding['value'] => {
    if (typeof value === 'string') return clean(value);
    return typeof value === 'object' && value !== null ? value.map(clean) : value;
  };
  return {
    ...report,
    contract: report.contract.map((result) => ({ ...result, detail: clean(result.detail) })),
    observations: report.observations.map((seen) => ({
      name: seen.name,
      value: cleanValue(seen.value),
      detail: clean(seen.detail),
      setting: seen.setting === null ? null : clean(seen.setting),
    })),
  };
}
