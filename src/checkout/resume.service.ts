import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../platform/config/settings.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { DriveService } from './drive.service.js';
import { Lease } from './lease.js';

const INTERVAL = 'checkout-resume';
const INTERVAL_MS = 1000;
const AT_ONCE = 10;

/** Goes on with trades whose driver is gone: the caller's deadline passed, or its process died. */
@Injectable()
export class ResumeService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(ResumeService.name), 'interrupted_trades');
  private readonly driving = new Set<Promise<void>>();
  private claiming: Promise<void> | null = null;

  constructor(
    private readonly orders: OrdersService,
    private readonly tradeRecord: TradeRecordService,
    private readonly drives: DriveService,
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.worker) return;
    const timer = setInterval(() => void this.tick(), INTERVAL_MS);
    this.scheduler.addInterval(INTERVAL, timer);
  }

  onModuleDestroy(): void {
    if (this.scheduler.doesExist('interval', INTERVAL)) this.scheduler.deleteInterval(INTERVAL);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.claiming;
    await Promise.allSettled(this.driving);
  }

  /** One round; never throws. Takes up as many orders as there is room for, and waits for none of them. */
  async tick(): Promise<void> {
    if (this.claiming !== null || this.driving.size >= AT_ONCE) return;
    this.claiming = this.claim().then(
      () => this.outages.worked(),
      (error: unknown) => this.outages.failed(error),
    );
    await this.claiming;
    this.claiming = null;
  }

  private async claim(): Promise<void> {
    // Begun before the claim, so that this process gives up before the database does.
    const leases = Array.from({ length: AT_ONCE - this.driving.size }, () => this.drives.newLease());
    const claimed = await this.tradeRecord.claimDrives(
      leases.map(({ id }) => id),
      Lease.durationFor(this.settings.ramp.timeoutMs),
    );
    for (const { merchantOrderNo, driveLease } of claimed) {
      const lease = leases.find(({ id }) => id === driveLease);
      if (lease !== undefined) this.keep(this.goOn(merchantOrderNo, lease));
    }
  }

  private async goOn(merchantOrderNo: string, lease: Lease): Promise<void> {
    const { state } = await this.orders.find(merchantOrderNo);
    if (state === null) return;
    // The worker has no caller before it who could hand in a token.
    const customer = await this.emails.customerOf(state.order);
    await this.drives.driveLeftBehind({ state, lease, customer, callerWaits: false, cause: 'checkout' });
  }

  /** One that fails leaves its lease to run out, and the others alone. */
  private keep(drive: Promise<void>): void {
    const ended = drive.catch((error: unknown) => this.outages.failed(error));
    this.driving.add(ended);
    void ended.finally(() => this.driving.delete(ended));
  }
}
