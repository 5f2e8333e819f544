import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ReportExportService } from '../accounting/report/report-export.service.js';
import { Rounds } from '../platform/background/rounds.js';
import { Settings } from '../platform/config/settings.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { endedDay } from './decisions/ended-day.js';
import { DailyReportRepository } from './storage/daily-report.repository.js';

const EVERY_MS = 10_000;

/** Tells those who want it the accounting report of each day, once for all workers. */
@Injectable()
export class DailyReportService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new Rounds(new OutageLog(new Logger(DailyReportService.name), 'daily_report'), () =>
    this.round(),
  );

  constructor(
    private readonly repository: DailyReportRepository,
    private readonly reports: ReportExportService,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.roles.worker) this.rounds.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
  }

  private async round(): Promise<void> {
    const day = endedDay(await this.repository.now());
    if (!(await this.repository.isWanted(day.to))) return;
    await this.repository.tell(day.to, await this.reports.report(day, () => Promise.resolve()));
  }
}
