import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AuditService } from '../../audit/audit.service.js';
import { Settings } from '../../platform/config/settings.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { AnchorService } from './anchor.service.js';
import { anchorText } from './anchor-text.js';

const TIMER = 'audit-anchor';
const LOOK_MS = 10_000;
const TIMEOUT_MS = 10_000;
/** Of all workers together. */
const RATE = { most: 1, withinMs: 3_600_000 };
const SERVICE = { id: 'service', name: 'service', address: null };

/** Sends an anchor once an hour to where the owner of the database cannot write; one that did not arrive is sent again. */
@Injectable()
export class AnchorPostService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(AnchorPostService.name), 'audit_anchor');
  private unsent: string | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly anchors: AnchorService,
    private readonly audit: AuditService,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    const { anchorUrl } = this.settings.audit;
    if (anchorUrl === null || !this.settings.roles.worker) return;
    this.look(anchorUrl);
    this.scheduler.addInterval(
      TIMER,
      setInterval(() => this.look(anchorUrl), LOOK_MS),
    );
  }

  onModuleDestroy(): void {
    if (this.scheduler.doesExist('interval', TIMER)) this.scheduler.deleteInterval(TIMER);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.running;
  }

  private look(url: string): void {
    this.running ??= this.sendWhenDue(url)
      .then(
        () => this.outages.worked(),
        (error: unknown) => this.outages.failed(error),
      )
      .finally(() => {
        this.running = null;
      });
  }

  private async sendWhenDue(url: string): Promise<void> {
    this.unsent ??= await this.anchorWhenDue();
    if (this.unsent === null) return;
    await post(url, this.unsent);
    this.unsent = null;
  }

  /** The audit log says who of the workers makes the one of this hour. */
  private async anchorWhenDue(): Promise<string | null> {
    const entry = { actor: SERVICE, action: 'audit.anchor', target: null, reason: null } as const;
    const waitMs = await this.audit.recordWithin(entry, RATE);
    return waitMs > 0 ? null : anchorText(await this.anchors.make());
  }
}

/** Throws unless it was taken. */
async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    // Elsewhere nobody has been told to keep it.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the anchor was answered with the status ${response.status}`);
}
