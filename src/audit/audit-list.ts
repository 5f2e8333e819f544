import { Length } from 'class-validator';
import { anyObject, by, moment, one, oneOf, orNull, shape, text } from '../platform/http/answers/shape.js';
import { bySpan, byText, byWord, StaffList } from '../platform/http/answers/staff-list.js';
import { AUDIT_EVENTS } from './audit.types.js';
import type { AuditAction } from './audit.types.js';

const ACTIONS = Object.keys(AUDIT_EVENTS) as AuditAction[];
export const ACTOR_SQL = `jsonb_build_object('id', a.actor_id, 'name', a.actor_name, 'address', a.address)`;
const TARGETS = "an order's number, the id of a mismatch or key";
const EXAMPLE_REASON = 'The customer asks where the crypto went, ticket 4711';
const EXAMPLE_ID = 'key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11';

const ACTOR = shape('ActorDto', {
  id: text("The caller's id; `command-line` for a program that was run beside the database.", EXAMPLE_ID),
  name: text('For people: the name of a key, the subject of a token.', 'support desk'),
  address: orNull(text('The network address of the request; null: a program beside the database.', '192.0.2.7')),
});

const byId = (description: string, example: string, condition: string) => {
  const filter = byText(description, example, condition, Length(1, 256, { message: 'must have 1 to 256 characters' }));
  return { ...filter, schema: { ...filter.schema, minLength: 1, maxLength: 256 } };
};

/** Entries are written before what they name is done: one may tell of an attempt. */
export const AUDIT_LIST = new StaffList(
  { item: 'AuditEntryDto', page: 'AuditDto', table: 'audit_log', as: 'a', at: 'at', idType: 'bigint' },
  {
    id: by('a.id::text', text('Grows with each entry.', '1042')),
    at: moment('The time of the entry.'),
    actor: by(ACTOR_SQL, one('The actor and the network address.', ACTOR)),
    action: oneOf('The action.', ACTIONS, 'order.reveal'),
    target: orNull(text(`What it was done to: ${TARGETS}; null: nothing in particular.`, 'A-1001')),
    reason: orNull(text("Why, in the actor's words; null: none is asked for.", EXAMPLE_REASON)),
    detail: anyObject('Details, depending on the action.', { format: 'csv', from: null, to: null }),
    traceId: orNull(text('Names the request in the logs; null: it was a program.', '4bf92f3577b34da6a3ce929d0e0e4736')),
  },
  {
    actor: byId('The id of the actor.', EXAMPLE_ID, 'a.actor_id = ?'),
    action: byWord('The action.', ACTIONS, 'order.reveal', 'a.action = ?'),
    target: byId("An order's number, the id of a mismatch or key.", 'A-1001', 'a.target = ?'),
    ...bySpan('a.at'),
  },
);
