import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { isTooSlow } from '../../platform/database/database-errors.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../../platform/shared/problem.js';
import { renewRequestTime } from '../../platform/shared/request-time.js';
import type { Span } from '../span.js';
import { figuresOf } from './figures.js';
import { renderCsv } from './render-csv.js';
import { ReportService } from './report.service.js';
import type { Report } from './report.types.js';

/** The database ends the statement itself; this is for one that no longer answers. */
const BEYOND_MS = 3000;

/**
 * The report for those who ask for it over HTTP, beside customers: one at a time in each process, and none for longer than
 * `REPORT_TIMEOUT_MS`.
 */
@Injectable()
export class ReportExportService {
  #isBusy = false;

  constructor(
    private readonly reports: ReportService,
    private readonly settings: Settings,
  ) {}

  /**
   * The report over a span; `begins` is waited for before anything is read, once it is certain that this one has its turn.
   * Throws `unavailable` while another one is made, and when it takes too long; and what `begins` throws.
   */
  async report(span: Span, begins: () => Promise<void>): Promise<Report> {
    if (this.#isBusy) {
      throw new Problem('unavailable', PROBLEM_TEXTS.reportBusy, { retryAfter: RETRY_AFTER_S });
    }
    this.#isBusy = true;
    try {
      await begins();
      return await this.#make(span);
    } finally {
      this.#isBusy = false;
    }
  }

  /** The same figures, one to a line. */
  csvOf(report: Report): string {
    return renderCsv(figuresOf(report));
  }

  async #make(span: Span): Promise<Report> {
    const { report, reconcile, orders } = this.settings;
    const policy = { firstDelayMs: reconcile.firstDelayMs, expiryMs: orders.expiryMs };
    renewRequestTime(report.timeoutMs + BEYOND_MS);
    try {
      return await this.reports.report({ span, policy, timeoutMs: report.timeoutMs });
    } catch (error) {
      if (!isTooSlow(error)) throw error;
      throw new Problem('unavailable', PROBLEM_TEXTS.reportTooSlow);
    }
  }
}
