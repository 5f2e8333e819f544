import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../config/settings.js';
import { OrdersService } from '../orders/orders.service.js';
import { TradeRecordService } from '../orders/trade-record.service.js';
import { OutageLog } from '../telemetry/outage-log.js';
import { DriveService } from './drive.service.js';

const INTERVAL = 'checkout-resume';
const INTERVAL_MS = 1000;
const AT_ONCE = 10;
/** The worker has no customer before it: only the token of the settings. */
const NOBODY = { id: null, email: null, accessToken: null };

/** Goes on with trades whose driver is gone: the caller's deadline passed, or its process died. */
@Injectable()
export class ResumeService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(ResumeService.name), 'going on with trades');
  private running: Promise<void> | null = null;

  constructor(
    private readonly orders: OrdersService,
    private readonly door: TradeRecordService,
    private readonly drives: DriveService,
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
    await this.running;
  }

  /** One round; never throws. Does nothing while the round before is still under way. */
  async tick(): Promise<void> {
    if (this.running !== null) return;
    this.running = this.round().then(
      () => this.outages.worked(),
      (error: unknown) => this.outages.failed(error),
    );
    await this.running;
    this.running = null;
  }

  private async round(): Promise<void> {
    // Begun before the claim, so that this process gives up before the database does.
    const leases = Array.from({ length: AT_ONCE }, () => this.drives.newLease());
    const [first] = leases;
    if (first === undefined) return;
    const claimed = await this.door.claimDrives(
      leases.map(({ id }) => id),
      first.durationMs,
    );
    await Promise.all(
      claimed.map(async ({ merchantOrderNo, driveLease }) => {
        const lease = leases.find(({ id }) => id === driveLease);
        const { state } = await this.orders.find(merchantOrderNo);
        if (lease === undefined || state === null) return;
        await this.drives.driveLeftBehind({ state, lease, customer: NOBODY, callerWaits: false });
      }),
    );
  }
}
