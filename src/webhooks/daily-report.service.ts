import { Injectable } from '@nestjs/common';
import { ReportExportService } from '../accounting/report/report-export.service.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { endedDay } from './decisions/ended-day.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { DailyReportRepository } from './storage/daily-report.repository.js';
import { REPORT_EVENT } from './webhook.types.js';

const EVERY_MS = 10_000;

/** Sends the accounting report of each day, once across all workers. */
@Injectable()
export class DailyReportService {
  constructor(
    private readonly repository: DailyReportRepository,
    private readonly reports: ReportExportService,
    private readonly secrets: EndpointSecretsService,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('daily_report', 'worker', EVERY_MS, () => this.round());
  }

  private async round(): Promise<void> {
    const day = endedDay(await this.repository.now());
    if (!(await this.repository.isWanted(day.to))) return;
    const report = await this.reports.report(day, () => Promise.resolve());
    await this.repository.tell(await this.secrets.message(REPORT_EVENT, report, day.to));
  }
}
