import { REPORT_EVENT } from './webhook.types.js';
import { Injectable } from '@nestjs/common';
import { ReportExportService } from '../accounting/report/report-export.service.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { DAY, MINUTE } from '../platform/time/time.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { DeliveryRepository } from './storage/delivery.repository.js';
import { EndpointRepository } from './storage/endpoint.repository.js';

const EVERY_MS = 10_000;
/** Longer than any statement may take and a read replica may be behind: what came before midnight is committed and there. */
const SETTLED_MS = MINUTE;

@Injectable()
export class DailyReportService {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly reports: ReportExportService,
    private readonly secrets: EndpointSecretsService,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('daily_report', 'worker', EVERY_MS, () => this.round());
  }

  private async round(): Promise<void> {
    const day = endedDay(await this.endpoints.now());
    if (!(await this.deliveries.isReportWanted(day.to))) return;
    const report = await this.reports.report(day, () => Promise.resolve());
    await this.deliveries.addReport(await this.secrets.message(REPORT_EVENT, report, day.to));
  }
}

/** The last UTC day that ended at least a minute ago. */
export function endedDay(now: Date): { readonly from: Date; readonly to: Date } {
  const end = Math.floor((now.getTime() - SETTLED_MS) / DAY) * DAY;
  return { from: new Date(end - DAY), to: new Date(end) };
}
