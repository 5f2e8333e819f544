import { parser, plugin } from 'typescript-eslint';

const LOGGED = {
  selector:
    'CallExpression > MemberExpression.callee[property.name=/^(fatal|error|warn|log|debug|verbose)$/][object.property.name=/logger/i], CallExpression > MemberExpression.callee[property.name=/^(fatal|error|warn|log|debug|verbose)$/][object.name=/^logger$/i]',
  message: 'Log by logEvent(): every event has a name and a text in one list.',
};

const TIME = 'Take it from Time, so that a simulation can replace it.';
const CHANCE = 'Take it from Chance, so that a simulation can repeat it.';

/** Programs, the ports themselves, and what never runs without a real socket. */
const OUTSIDE_OF_SIMULATION = [
  'src/cli/**',
  'src/platform/{chance,time/time}.ts',
  'src/ramp/calls/{http-transport,connections}.ts',
  'src/webhooks/send/http-webhook-transport.ts',
  'src/access/jwt/key-set.ts',
  'src/checkout/guests/guest-challenge.service.ts',
];

/**
 * For what the service is made of: what oxlint, which asks for all else (.oxlintrc.json), cannot ask. Nothing of it needs
 * types, which would take a minute.
 */
export default [
  { ignores: ['**/test/**'] },
  {
    files: ['**/*.ts'],
    // What is switched off somewhere is mostly a rule of oxlint.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parser, parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    plugins: { '@typescript-eslint': plugin },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      'no-restricted-syntax': ['error', LOGGED],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: OUTSIDE_OF_SIMULATION,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['performance', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ({ name, message: TIME })),
        { name: 'crypto', message: CHANCE },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: TIME },
        { object: 'AbortSignal', property: 'timeout', message: TIME },
        { object: 'Math', property: 'random', message: CHANCE },
      ],
      'no-restricted-imports': [
        'error',
        ...['node:timers', 'node:timers/promises', 'node:perf_hooks'].map((name) => ({ name, message: TIME })),
        {
          name: 'node:crypto',
          importNames: ['randomBytes', 'randomFill', 'randomInt', 'randomUUID', 'generateKeyPairSync', 'webcrypto'],
          message: CHANCE,
        },
      ],
      'no-restricted-syntax': [
        'error',
        LOGGED,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: TIME },
      ],
    },
  },
];
