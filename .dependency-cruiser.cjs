// Who may know whom. A tidy drawing of the same rules is in docs/architecture.md.
const FEATURES =
  'orders|pauses|follow|reading|webhooks|catalog|checkout|callbacks|reconciliation|accounting|operator|privacy|access|audit|health|pages|openapi';
/** What the service speaks of, and how it is spelled: pure, and known by all. */
const WORDS = 'platform/(addresses|callers|problems|terms|text|time)';
/** Rooms in which nothing is asked of anybody, and files of other rooms: what they need is handed in. */
const PURE = [
  `^src/${WORDS}/`,
  '^src/platform/redaction/',
  '^src/ramp/(port|wire)/',
  '^(src|tools)/.*/(model|decisions|rules|judge|plan)/',
  '^src/ramp/(signing/(signature|frozen-fields)|calls/signed-call|tokens/token-cache)\\.ts$',
  '^src/ramp/rate/(pace|payer-queue)\\.ts$',
  '^src/(orders/(secrets/payee-seal|write/order-changes)|follow/changes/watched-orders)\\.ts$',
  '^src/access/api-keys/(accepted-keys|api-key)\\.ts$',
  '^src/access/jwt/verify-token\\.ts$',
  '^src/openapi/schemas\\.ts$',
  '^src/pages/(brand-style|page-document|page-shell)\\.ts$',
  '^src/platform/http/input/cursor\\.ts$',
  '^src/accounting/(span|anchor/anchor|history/judge-order|export/order-line|report/report-text)\\.ts$',
  '^src/(audit/audit-chain|access/refused-login)\\.ts$',
  '^src/platform/limits/(buckets|slots)\\.ts$',
  '^tools/provider-kit/conformance/(report|render|publish|wire/(signing|exchange|planned))\\.ts$',
].join('|');

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** What the check of the provider may use: settings, pure words, and how the service signs and reads. */
const PROVIDER_READING = [
  '^src/cli/lib/',
  `^src/${WORDS}/`,
  '^src/platform/(config|redaction)/',
  '^src/platform/database/database-errors\\.ts$',
  '^src/catalog/rules/',
  '^src/ramp/(port|wire)/',
  '^src/ramp/calls/(signed-call|transport|http-transport|connections)\\.ts$',
].join('|');

module.exports = {
  forbidden: [
    rule('no-circular', 'a cycle means that two modules are one', {}, { circular: true }),
    rule(
      'no-orphans',
      'a dead file',
      { orphan: true, path: '^(src|sandbox|tools)/.+\\.ts$', pathNot: '(^src/main\\.ts$|\\.d\\.ts$)' },
      {},
    ),
    rule(
      'platform-knows-no-feature',
      'what could serve any program knows none of this one',
      { path: '^src/platform/' },
      { path: '^src/', pathNot: '^src/platform/' },
    ),
    rule(
      'words-are-leaves',
      'words and forms know no module',
      { path: `^src/${WORDS}/` },
      { path: '^src/', pathNot: `^src/${WORDS}/` },
    ),
    rule(
      'config-is-a-leaf',
      'config knows only words and forms',
      { path: '^src/platform/config/' },
      { path: '^src/', pathNot: `^src/(${WORDS}|platform/config)/` },
    ),
    rule(
      'only-programs-read-the-environment',
      'settings and secrets are read once, at the start of a program',
      { path: '^src/', pathNot: '^src/(start\\.ts$|cli/|platform/config/)' },
      { path: '^src/platform/config/environment\\.ts$' },
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
      { path: '^src/', pathNot: '^src/(ramp|platform)/' },
    ),
    rule(
      'only-the-port-of-ramp-is-public',
      "the provider is known by its port and by how it is doing; how it is asked is the ramp module's own",
      { path: '^src/', pathNot: '^src/ramp/' },
      {
        path: '^src/ramp/',
        pathNot:
          '^src/ramp/(port/|provider/|ramp\\.module|calls/transport|signing/app-secrets|rate/call-slots\\.repository)',
      },
    ),
    rule(
      'conformance-stands-alone',
      'the check of the provider knows how we read it, and needs neither database nor framework',
      { path: '^tools/provider-kit/conformance/' },
      { path: '^(src/|node_modules/(@nestjs|typeorm|pg|axios)/)', pathNot: PROVIDER_READING },
    ),
    rule(
      'cli-is-known-by-nobody',
      'programs use the service, never the other way',
      { path: '^src/', pathNot: '^src/cli/' },
      { path: '^(src/cli|tools)/' },
    ),
    rule(
      'orders-knows-no-caller',
      'callers depend on orders, never back',
      { path: '^src/orders/' },
      {
        path: '^src/(callbacks|reconciliation|catalog|accounting|operator|privacy|checkout|pages|health|openapi|follow|reading|webhooks)/',
      },
    ),
    rule(
      'module-front-door',
      'across module folders import only modules, services, types, errors, guards and pure words',
      // What is read and what is told of an order are read from its own tables.
      { path: `^src/(${FEATURES})/`, pathNot: '^src/(openapi|reading|follow)/' },
      {
        path: `^src/(${FEATURES})/`,
        pathNot:
          '^src/$1/|\\.(module|service|types|errors|guard|decorator|dto|presenter)\\.ts$|/(outbox-columns|own-message|event-schema|offers|existence|same-value|watch-queues|overdue|shown-price|history|proofs|replay|verify-history|terms|state-seal|stored-json|unanswered|mismatches|judge-order|order-line|order-end|[a-z]+-list)\\.ts$|/(model|rules|payee-seal)(/|\\.ts)',
      },
    ),
    rule(
      'callers-do-not-call-each-other',
      'callbacks, reconciliation and catalog meet only in orders',
      { path: '^src/(callbacks|reconciliation|catalog)/' },
      { path: '^src/(callbacks|reconciliation|catalog|accounting|operator|checkout)/', pathNot: '^src/$1/' },
    ),
    rule(
      'only-storage-speaks-typeorm',
      'the ORM stays in entities, repositories, modules, the data source and the migrations',
      {
        path: '^src/',
        pathNot: '(\\.(entity|repository|module)\\.ts$|^src/(data-source\\.ts$|platform/database/|cli/migrate/))',
      },
      { path: 'node_modules/typeorm/' },
    ),
    rule(
      'entities-stay-home',
      'an entity is imported only in its own folder, and by the data source',
      { path: '^src/(.+)/[^/]+$', pathNot: '^src/(data-source|follow/outbox/outbox\\.repository)\\.ts$' },
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
      { path: '^sandbox/' },
      { path: '^(src|client|web|scripts|test)/' },
    ),
    rule(
      'nothing-imports-sandbox',
      'the simulator never ships inside the service',
      { path: '^(src|client|web)/' },
      { path: '^sandbox/' },
    ),
    rule(
      'pages-know-rules-only',
      'the pages ask the API through the typed client; of the service they share pure rules, never more',
      { path: '^web/' },
      {
        path: '^(src|client|test|scripts)/',
        pathNot: `^(src/(${WORDS}|catalog/rules)/|client/src/index\\.ts$)`,
      },
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
    exclude: { path: '^(sandbox|tools/[^/]+)/test/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
