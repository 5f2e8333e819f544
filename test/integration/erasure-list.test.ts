import { afterEach, beforeEach, expect, it } from 'vitest';
import { ErasureRepository } from '#src/privacy/erasure.repository.js';
import { at, HOUR } from '../support/moments.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => opened.close());

it('erasure list: a repeated erasure keeps the later time, even when an older list is imported', async () => {
  const erasures = new ErasureRepository(opened.database);
  const jane = { digest: Buffer.alloc(32, 1), keyId: 'k1', subject: 'customer' } as const;
  const john = { ...jane, digest: Buffer.alloc(32, 2) };
  for (const ms of [0, HOUR, -HOUR]) await erasures.add({ ...jane, at: at(ms) });
  await erasures.add({ ...john, at: at(0) });
  expect(await erasures.list()).toEqual([
    { ...john, at: at(0) },
    { ...jane, at: at(HOUR) },
  ]);
});
