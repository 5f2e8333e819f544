import { parser, plugin } from 'typescript-eslint';

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
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression > MemberExpression.callee[property.name=/^(fatal|error|warn|log|debug|verbose)$/][object.property.name=/logger/i], CallExpression > MemberExpression.callee[property.name=/^(fatal|error|warn|log|debug|verbose)$/][object.name=/^logger$/i]',
          message: 'Log by logEvent(): every event has a name and a text in one list.',
        },
      ],
    },
  },
];
