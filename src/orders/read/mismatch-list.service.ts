import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../platform/database/pages.js';
import { isPersonalField, redacted, redactedText } from '../../platform/redaction/for-history.js';
import type { Digest, PersonalValues } from '../../platform/redaction/for-history.js';
import { Database } from '../../platform/database/database.js';
import type { AskedOf } from '../../platform/http/answers/staff-list.js';
import { MISMATCH_LIST } from '../storage/mismatch-list.js';
import type { ListedMismatch, StoredMismatch } from '../storage/mismatch-list.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';

/** Mismatches for staff: recognisable, and without personal data. */
@Injectable()
export class MismatchListService {
  constructor(
    private readonly database: Database,
    private readonly seals: OrderSealsService,
  ) {}

  /** Newest first. */
  async list(filter: AskedOf<typeof MISMATCH_LIST>, page: PageRequest): Promise<Page<ListedMismatch>> {
    const { rows, next } = await MISMATCH_LIST.read(this.database, filter, page);
    const { digest } = await this.seals.tools();
    return { rows: rows.map((row) => withoutPersonalData(row, digest)), next };
  }

  /** `id` must be a UUID. Returns null if there is none. */
  async find(id: string): Promise<ListedMismatch | null> {
    const stored = await MISMATCH_LIST.find(this.database, id);
    return stored === null ? null : withoutPersonalData(stored, (await this.seals.tools()).digest);
  }

  /**
   * Redacts a note about a mismatch before it is stored permanently: personal values of the order and of the mismatch
   * itself.
   */
  async redactedNote(id: string, note: string): Promise<string> {
    const stored = await MISMATCH_LIST.find(this.database, id);
    return stored === null ? note : redactedText(note, personalValues(stored), (await this.seals.tools()).digest);
  }
}

/** The order's address and memo, and the provider's value if the mismatch concerns one of them. */
function personalValues({ address, memo, field, asked, seen }: StoredMismatch): PersonalValues[] {
  const differing = isPersonalField(field) ? [asked, seen] : [];
  return [{ address, memo }, ...differing.map((value) => ({ address: value, memo: null }))];
}

/** Redacts as the history does, so that the two can be compared. */
function withoutPersonalData(stored: StoredMismatch, digest: Digest): ListedMismatch {
  const { address, memo, ...mismatch } = stored;
  const { tradeNo, field, asked, seen } = mismatch;
  const draft = { tradeNo, kind: 'mismatch_opened', data: { field, asked, seen } } as const;
  const { data } = redacted(draft, [{ address, memo }], digest);
  const note = mismatch.note === null ? null : redactedText(mismatch.note, personalValues(stored), digest);
  return { ...mismatch, note, asked: textOf(data['asked']), seen: textOf(data['seen']) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
