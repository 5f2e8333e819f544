import type { Columns } from '../platform/database/columns.js';
import { entity } from '../platform/database/entity-table.js';
import type { Erasure } from './erasure-list.js';

export const ERASURE_COLUMNS: Columns<Erasure> = {
  digest: 'bytea',
  keyId: 'text',
  subject: 'text',
  at: 'timestamptz',
};

export const ErasureEntity = entity('erasures', ERASURE_COLUMNS, ['digest'], {
  checks: [
    { name: 'erasures_subject', expression: `subject = ANY ('{customer,email,order}')` },
    { name: 'erasures_digest', expression: 'octet_length(digest) = 32' },
  ],
});
