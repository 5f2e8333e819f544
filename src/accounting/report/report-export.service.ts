import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { isTooSlow } from '../../platform/database/database-errors.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { renewRequestTime } from '../../platform/time/request-time.js';
import type { Span } from '../span.js';
import type { ReportBasis } from './report.types.js';
import { figuresOf, renderCsv } from './report-text.js';
import type { CsvForm } from './report.types.js';
import { ReportService } from './report.service.js';
import type { Report } from './report.types.js';

/** Margin over Postgres' own statement timeout, for a database that does not respond. */
const BEYOND_MS = 3000;

/** Reports over HTTP: one at a time per process. */
@Injectable()
export class ReportExportService {
  #isBusy = false;
  /** Proxies give up after a minute. `npm run report` has no limit. */
  protected readonly timeoutMs: number = 60_000;

  constructor(
    private readonly reports: ReportService,
    private readonly settings: Settings,
  ) {}

  /** Awaits `begins` before reading. Throws `unavailable` while another report is made or on a timeout. */
  async report(span: Span, by: ReportBasis, begins: () => Promise<void>): Promise<Report> {
    if (this.#isBusy) {
      throw new Problem('unavailable', PROBLEM_TEXTS.reportBusy, { retryAfter: RETRY_AFTER_S });
    }
    this.#isBusy = true;
    try {
      await begins();
      return await this.#make(span, by);
    } finally {
      this.#isBusy = false;
    }
  }

  csvOf(report: Report, form: CsvForm): string {
    return renderCsv(figuresOf(report), form);
  }

  async #make(span: Span, by: ReportBasis): Promise<Report> {
    const { reconcile, orders } = this.settings;
    const policy = { firstDelayMs: reconcile.firstDelayMs, expiryMs: orders.expiryMs };
    renewRequestTime(this.timeoutMs + BEYOND_MS);
    try {
      return await this.reports.report({ span, by, policy, timeoutMs: this.timeoutMs });
    } catch (error) {
      if (!isTooSlow(error)) throw error;
      throw new Problem('unavailable', PROBLEM_TEXTS.reportTooSlow);
    }
  }
}
