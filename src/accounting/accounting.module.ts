import { Module } from '@nestjs/common';
import { ReportExportService } from './report/report-export.service.js';
import { ReportRepository } from './report/report.repository.js';
import { ReportService } from './report/report.service.js';

/** What of the accounting the running service needs; the rest are programs. */
@Module({ providers: [ReportRepository, ReportService, ReportExportService], exports: [ReportExportService] })
export class AccountingModule {}
