// Who may know whom. A tidy drawing of the same rules is in docs/architecture.md.
const FEATURES = 'orders|catalog|checkout|callbacks|reconciliation|accounting|operator|access|webhooks|pages';
const PURE = [
  '^src/shared/',
  '^src/ramp/(ramp\\.(types|errors)|refusal-table|clock-offset|call-slices|divide-calls|fair-parts|payer-queue|tokens/(access-tokens|handed-in-first|fixed-token|token-cache|issued-tokens))\\.ts$',
  '^src/ramp/http/(wire[a-z-]*|envelope|refusals|refused-range|answer|[a-z]+-records?|trade-status|trade-answer|signature|signed-call|frozen-fields|provider-time|masking|evidence|requests|not-found|token-(request|answer|result))\\.ts$',
  '^src/pages/(brand-style|page-document|page-facts|page-headers)\\.ts$',
  '^src/orders/(decisions/|(callback-token|payee-seal)\\.ts$|stream/(changes-text|gathered-changes|watched-orders|event-text|stream-seats)\\.ts$)',
  '^src/database/notifications/proof\\.ts$',
  '^src/catalog/rules/',
  '^src/access/keys/(accepted-keys|api-key\\.types|key-(seal|status|text|verdict)|rotation)\\.ts$',
  '^src/access/programs/key-(lines|time)\\.ts$',
  '^src/callbacks/decisions/',
  '^src/http/document/(json-schema|modern-schemas|schema-names|request-bodies|common-problems|problem-(members|examples|schemas))\\.ts$',
  '^src/access/tokens/(refused-token|usable-keys|token-claims|verify-token|key-set)\\.ts$',
  '^src/limits/(gcra|buckets)\\.ts$',
  '^src/operator/(cursor|orders/(mask|caller-kind))\\.ts$',
  '^src/accounting/(span|history/judge-order|report/(figures|render-[a-z]+))\\.ts$',
  '^src/conformance/(judge/|plan/|(report|render|publish)\\.ts$|wire/(signing|exchange)\\.ts$)',
].join('|');

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** What the check of the provider may use: settings, pure words, and the pure half of the adapter. */
const PROVIDER_READING = [
  '^src/(conformance|config|shared)/',
  '^src/catalog/rules/fiat-precision\\.ts$',
  '^src/ramp/ramp\\.types\\.ts$',
  '^src/ramp/http/(wire|wire-decimal|envelope|refusals|signed-call|requests|masking|evidence|provider-time|not-found|catalog-records|created-record)\\.ts$',
  '^src/programs/(program|output-file)\\.ts$',
  '^src/database/database-errors\\.ts$',
].join('|');

module.exports = {
  forbidden: [
    rule('no-circular', 'a cycle means that two modules are one', {}, { circular: true }),
    rule(
      'no-orphans',
      'a dead file',
      {
        orphan: true,
        path: '^src/',
        pathNot: '(^src/(main|sandbox/main|database/migrate)\\.ts$|\\.d\\.ts$)',
      },
      {},
    ),
    rule(
      'shared-is-a-leaf',
      'shared knows no module',
      { path: '^src/shared/' },
      { path: '^src/', pathNot: '^src/shared/' },
    ),
    rule(
      'config-is-a-leaf',
      'config knows only shared',
      { path: '^src/config/' },
      { path: '^src/', pathNot: '^src/(shared|config)/' },
    ),
    rule(
      'only-config-reads-the-environment-files',
      'settings and secrets are read once, in config',
      {
        path: `^src/(${FEATURES}|ramp|http|database|keys|telemetry)/`,
        pathNot: '^src/(database/migrate|(accounting|access)/programs/[a-z-]+)\\.ts$',
      },
      { path: '^src/config/environment\\.ts$' },
    ),
    rule(
      'pure-files-stay-pure',
      'decisions and mappings import no framework, ORM or I/O',
      { path: PURE },
      {
        path: '(node_modules/(@nestjs|typeorm|express|pg|axios)/|^(node:)?(fs|http|https|net)$|\\.(entity|repository|controller|service|module)\\.ts$)',
      },
    ),
    rule(
      'ramp-knows-no-module',
      'the gateway never imports what uses it',
      { path: '^src/ramp/' },
      { path: `^src/(${FEATURES}|sandbox|database|http)/` },
    ),
    rule(
      'ramp-http-is-private',
      'only the ramp module wires the HTTP adapter and its wire types',
      { path: '^src/', pathNot: '^src/(ramp/(http/|(ramp\\.module|provider-trial)\\.ts$)|conformance/)' },
      { path: '^src/ramp/http/' },
    ),
    rule(
      'conformance-stands-alone',
      'the check of the provider knows how we read it, needs neither database nor framework, and nobody needs the check',
      { path: '^src/conformance/' },
      { path: '^(src/|node_modules/(@nestjs|typeorm|pg|axios)/)', pathNot: PROVIDER_READING },
    ),
    rule(
      'nothing-imports-conformance',
      'the check of the provider is a program of its own',
      { path: '^src/', pathNot: '^src/conformance/' },
      { path: '^src/conformance/' },
    ),
    rule(
      'nothing-imports-doctor',
      'the check of a configuration is a program of its own',
      { path: '^src/', pathNot: '^src/doctor/' },
      { path: '^src/doctor/' },
    ),
    rule(
      'orders-knows-no-caller',
      'callers depend on orders, never back',
      { path: '^src/orders/' },
      { path: '^src/(callbacks|reconciliation|catalog|accounting|operator|checkout|webhooks|sandbox)/' },
    ),
    rule(
      'module-front-door',
      'across module folders import only modules, services, types, errors, guards and pure words',
      { path: `^src/(${FEATURES})/` },
      {
        path: `^src/(${FEATURES})/`,
        pathNot:
          '^src/$1/|\\.(module|service|types|errors|guard|decorator|dto|presenter)\\.ts$|/(order-status|order-end|offers|existence|same-value|watch-queues|fold|shown-price|history|verify-history|unanswered|judge-order)\\.ts$|/rules/',
      },
    ),
    rule(
      'callers-do-not-call-each-other',
      'callbacks, reconciliation and catalog meet only in orders',
      { path: '^src/(callbacks|reconciliation|catalog)/' },
      {
        path: '^src/(callbacks|reconciliation|catalog|accounting|operator|checkout|webhooks)/',
        pathNot: '^src/$1/',
      },
    ),
    rule(
      'only-storage-speaks-typeorm',
      'the ORM stays in entities, repositories, modules and database/',
      { path: '^src/', pathNot: '(\\.(entity|repository|module)\\.ts$|^src/database/)' },
      { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    ),
    rule(
      'entities-stay-home',
      'an entity is imported only in its own folder, and by the data source',
      { path: '^src/([^/]+)/', pathNot: '^src/database/data-source\\.ts$' },
      { path: '\\.entity\\.ts$', pathNot: '^src/$1/' },
    ),
    rule(
      'dto-only-at-the-edge',
      'request and response shapes stop at the controller',
      { path: '^src/', pathNot: '(\\.controller\\.ts$|\\.dto\\.ts$|\\.presenter\\.ts$)' },
      { path: '\\.dto\\.ts$' },
    ),
    rule(
      'sandbox-is-independent',
      'an oracle that shares code with the client proves nothing',
      { path: '^src/sandbox/' },
      { path: '^src/', pathNot: '^src/sandbox/' },
    ),
    rule(
      'nothing-imports-sandbox',
      'the simulator never ships inside the service',
      { path: '^src/', pathNot: '^src/sandbox/' },
      { path: '^src/sandbox/' },
    ),
    rule(
      'pages-know-rules-only',
      'the pages ask the API through the typed client; of the service they share pure rules, never more',
      { path: '^web/' },
      { path: '^(src|client|test|scripts)/', pathNot: '^(src/(shared|catalog/rules)/|client/src/index\\.ts$)' },
    ),
    rule(
      'service-knows-no-page',
      'what is built for browsers is no part of the service',
      { path: '^src/' },
      { path: '^(web|client)/' },
    ),
    rule('src-never-imports-test', 'tests look at the code, not the other way', { path: '^src/' }, { path: '^test/' }),
    rule(
      'client-stands-alone',
      'the client ships to pages and phones: it knows the service by its API document only',
      { path: '^client/src/' },
      { pathNot: '^client/src/|^node_modules/openapi-fetch/' },
    ),
    rule(
      'client-decisions-stay-pure',
      'what to do next is decided without asking anybody',
      {
        path: '^client/src/(checkout/(next-step|settled)|watch/(event-parser|rhythm|order-in)|http/retry-after|problem)\\.ts$',
      },
      { path: '^client/src/(http/(transport|time-limit)|ramp-checkout|read-order)\\.ts$|^node_modules/' },
    ),
    rule(
      'migrations-are-frozen',
      'a migration imports no application code, so later edits cannot change it',
      { path: '^migrations/' },
      { path: '^src/' },
    ),
    rule(
      'not-to-dev-dep',
      'src runs without development packages',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'] },
    ),
    rule(
      'not-unresolvable',
      'every import leads somewhere',
      {},
      { couldNotResolve: true, pathNot: '^virtual:coin-icons$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
