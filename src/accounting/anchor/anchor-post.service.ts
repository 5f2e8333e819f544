import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { SERVICE } from '../../audit/audit.types.js';
import { Settings } from '../../platform/config/settings.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { AnchorService } from './anchor.service.js';
import { anchorText } from './anchor.js';

const LOOK_MS = 10_000;
const TIMEOUT_MS = 10_000;
/** Shared by all workers. */
const RATE = { most: 1, withinMs: 3_600_000 };

/** Posts an anchor once an hour to a place where the database owner cannot write. A failed post is repeated. */
@Injectable()
export class AnchorPostService {
  private unsent: string | null = null;

  constructor(
    { audit: { anchorUrl } }: Settings,
    private readonly anchors: AnchorService,
    private readonly audit: AuditService,
    tasks: BackgroundTasks,
  ) {
    if (anchorUrl !== null) tasks.repeat('audit_anchor', 'worker', LOOK_MS, () => this.sendWhenDue(anchorUrl));
  }

  private async sendWhenDue(url: string): Promise<void> {
    this.unsent ??= await this.anchorWhenDue();
    if (this.unsent === null) return;
    await post(url, this.unsent);
    this.unsent = null;
  }

  /** The audit log decides which worker makes this hour's anchor. */
  private async anchorWhenDue(): Promise<string | null> {
    const entry = { actor: SERVICE, action: 'audit.anchor', target: null, reason: null } as const;
    const waitMs = await this.audit.recordWithin(entry, RATE);
    return waitMs > 0 ? null : anchorText(await this.anchors.make());
  }
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    // Another host was not configured to keep it.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the anchor was answered with the status ${response.status}`);
}
