import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { maySee } from '../../orders/decisions/order-access.js';
import { EventBodies } from '../outbox/event-bodies.service.js';
import type { EventBody } from '../outbox/event-bodies.service.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import type { PlacedMessage } from '../outbox/outbox.repository.js';
import { EpochService } from '../../orders/epoch/epoch.service.js';
import type { EpochPlace } from '../../platform/database/pages.js';

export const LATEST = 'latest';

/** Cap of messages searched per page for those that the caller wants and may see. */
const MOST_SEARCHED = 1000;

export interface FeedQuery {
  /** Messages after this position; null: from the oldest kept. */
  readonly after: EpochPlace | typeof LATEST | null;
  /** null: all. */
  readonly types: readonly string[] | null;
  readonly limit: number;
}

export interface FeedEvent {
  readonly place: EpochPlace;
  readonly event: EventBody;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The feed was read up to here. */
  readonly place: EpochPlace;
  /** False when this page reached the end of the feed. */
  readonly hasMore: boolean;
}

/** All order events in a fixed order: a reader that continues from a cursor misses none and gets none twice. */
@Injectable()
export class FeedService {
  constructor(
    private readonly outbox: OutboxRepository,
    private readonly bodies: EventBodies,
    private readonly epochs: EpochService,
  ) {}

  /** Throws `cursor_expired` if messages after the cursor were deleted, or it is of another epoch of the database. */
  async page(caller: Caller, { after, types, limit }: FeedQuery): Promise<FeedPage> {
    if (after === LATEST) {
      const end = await this.epochs.read(() => this.outbox.head());
      return { events: [], place: { epoch: end.epoch.epoch, place: end.head }, hasMore: false };
    }
    const most = types === null && caller.scope === 'all' ? limit : MOST_SEARCHED;
    const part = await this.epochs.read(() => this.outbox.behind(after?.place ?? null, most));
    const { head, forgotten, messages } = part;
    const { epoch } = part.epoch;
    if (after !== null && (after.epoch !== epoch || after.place < forgotten || after.place > head)) {
      throw new Problem('cursor_expired', PROBLEM_TEXTS.cursorExpired);
    }
    const wanted = messages.filter((message) => isFor(message, caller, types));
    const shown = wanted.slice(0, limit);
    const isAll = shown.length === wanted.length && messages.length < most;
    const last = shown.length === limit ? shown.at(-1) : messages.at(-1);
    return {
      events: await this.eventsOf(shown, epoch),
      place: { epoch, place: isAll ? head : (last?.position ?? head) },
      hasMore: !isAll,
    };
  }

  private async eventsOf(messages: readonly PlacedMessage[], epoch: string): Promise<FeedEvent[]> {
    const bodies = await this.bodies.of(messages);
    return messages.flatMap(({ position }, at) => {
      const event = bodies[at];
      return typeof event === 'object' ? [{ place: { epoch, place: position }, event }] : [];
    });
  }
}

function isFor({ owner, type }: PlacedMessage, caller: Caller, types: readonly string[] | null): boolean {
  return owner !== null && maySee(caller, owner) && (types === null || types.includes(type));
}
