import fc from 'fast-check';

/** The replica that gets the request. */
export type ReplicaIndex = 0 | 1;

/**
 * One step of a run, as plain data: it prints as it is, and a failing list of them shrinks like any other list. What
 * names an order or trade that is not there (yet) does nothing.
 */
export type Command =
  | {
      readonly do: 'checkout';
      readonly order: number;
      readonly content: 'own' | 'other' | 'own, number in other case';
      readonly at: ReplicaIndex;
      /** At once, over both replicas by turns. */
      readonly times: number;
      readonly wait: boolean;
    }
  | { readonly do: 'keyed checkout'; readonly key: number; readonly at: ReplicaIndex; readonly wait: boolean }
  | {
      readonly do: 'retry';
      readonly order: number;
      readonly after: 'unsaid' | 'oldest' | 'newest';
      readonly payWayCode: string | null;
      readonly at: ReplicaIndex;
      readonly times: number;
      readonly wait: boolean;
    }
  | { readonly do: 'read'; readonly order: number; readonly at: ReplicaIndex }
  | {
      readonly do: 'callback';
      readonly order: number;
      readonly trade: number;
      readonly says: 'the truth' | 'a forgery' | 'what an earlier one said' | 'another trade' | 'nonsense';
      readonly token: 'good' | 'bad';
      readonly at: ReplicaIndex;
    }
  /** `order` and `trade` count what the provider has, beginning anew behind the last one. */
  | { readonly do: 'press'; readonly order: number; readonly trade: number; readonly button: 'pay' | 'fail' | 'cancel' }
  | {
      readonly do: 'force';
      readonly order: number;
      readonly trade: number;
      /** null: as it is. */
      readonly status: string | null;
      readonly fields: Readonly<Record<string, string>>;
      readonly push: boolean;
    }
  | { readonly do: 'fault'; readonly endpoint: 'create' | 'query'; readonly which: number; readonly times: number }
  | { readonly do: 'mend' }
  | { readonly do: 'cut the wire'; readonly ms: number }
  | { readonly do: 'crash'; readonly who: readonly ReplicaIndex[]; readonly afterMs: number }
  | { readonly do: 'clock'; readonly forward: string }
  | { readonly do: 'pause'; readonly ms: number };

const order = fc.nat({ max: 2 });
const trade = fc.nat({ max: 2 });
const at = fc.constantFrom<ReplicaIndex>(0, 1);
const times = fc.constantFrom(1, 1, 1, 2, 4);
const wait = fc.boolean();

const WORDS = ['PAY_SUCCESS', 'TRANSFER', 'FINISHED', 'CANCEL', 'PENDING', 'PAY_FAIL', 'REFUNDED', 'Finished', ''];
const FIELDS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  { amount: '99.99' },
  { cryptoQuantity: '98.700000000000000001', rampFee: '0.10', networkFee: '12345678901234567890.5' },
  { address: '', cryptoPrice: '1.0' },
  { crypto: 'USDC' },
];

const weighted: { weight: number; arbitrary: fc.Arbitrary<Command> }[] = [
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('checkout' as const),
      order,
      content: fc.constantFrom('own', 'own', 'own', 'other', 'own, number in other case'),
      at,
      times,
      wait,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('keyed checkout' as const), key: fc.nat({ max: 1 }), at, wait }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('retry' as const),
      order,
      after: fc.constantFrom('unsaid', 'unsaid', 'oldest', 'newest'),
      payWayCode: fc.constantFrom(null, '10002'),
      at,
      times,
      wait,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), order, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('callback' as const),
      order,
      trade,
      says: fc.constantFrom('the truth', 'a forgery', 'what an earlier one said', 'another trade', 'nonsense'),
      token: fc.constantFrom('good', 'good', 'good', 'bad'),
      at,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      order,
      trade,
      button: fc.constantFrom('pay', 'pay', 'fail', 'cancel'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('force' as const),
      order,
      trade,
      status: fc.constantFrom(null, ...WORDS),
      fields: fc.constantFrom(...FIELDS),
      push: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      endpoint: fc.constantFrom('create', 'query'),
      which: fc.nat({ max: 99 }),
      times: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'mend' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cut the wire' as const), ms: fc.constantFrom(100, 400, 1500) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      who: fc.constantFrom<readonly ReplicaIndex[]>([0], [1], [0, 1]),
      afterMs: fc.constantFrom(0, 15, 60, 600),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      forward: fc.constantFrom('25 s', '7 min', '70 min', '25 h'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const), ms: fc.constantFrom(30, 150, 600) }) },
];

/** Lists of at most `most` commands. */
export const commandLists = (most: number): fc.Arbitrary<Command[]> =>
  fc.array(fc.oneof(...weighted), { minLength: Math.ceil(most / 2), maxLength: most, size: 'max' });
