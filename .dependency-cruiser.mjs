import visitorModule from '@swc/core/Visitor.js'

// The syntax tree walker of dependency-cruiser throws at `using`, which is a declaration like `const`.
const walker = (visitorModule.Visitor ?? visitorModule.default ?? visitorModule).prototype
const visitStatement = walker.visitStatement
walker.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  statement.decls = this.visitVariableDeclarators(statement.decls)
  return statement
}

/**
 * Allowed imports between packages, as in docs/architecture.md. A canary proves that a forbidden import is
 * reported.
 */
const allowed = {
  'packages/primitives': [],
  'packages/i18n': [],
  'packages/contract': [],
  'packages/sip': [],
  'packages/rtp': [],
  'packages/ui': [],
  'packages/client': ['packages/contract'],
  'packages/kit': ['packages/client', 'packages/contract'],
  'packages/server': ['packages/contract'],
  'packages/call-engine': ['packages/contract', 'packages/sip', 'packages/rtp'],
  'packages/simulated-pstn': ['packages/sip', 'packages/rtp'],
  'packages/kit-react': ['packages/kit', 'packages/contract', 'packages/ui', 'packages/i18n'],
  'packages/kit-next': ['packages/kit', 'packages/kit-react'],
  'apps/phone': [
    'packages/kit-react',
    'packages/kit',
    'packages/client',
    'packages/contract',
    'packages/ui',
    'packages/i18n',
    'packages/call-engine/src/browser',
  ],
  'apps/account-service': ['packages/server', 'packages/contract', 'packages/i18n'],
  'apps/phone-service': [
    'packages/server',
    'packages/contract',
    'packages/call-engine',
    'packages/kit',
    'packages/i18n',
  ],
  'apps/parley': [
    'apps/account-service',
    'apps/phone-service',
    'packages/simulated-pstn',
    'packages/call-engine',
    'packages/server',
    'packages/contract',
  ],
}

const packages = Object.entries(allowed).map(([name, allowedPackages]) => ({
  name: `${name.replace('/', '-')}-imports`,
  comment: `${name} may import ${['packages/primitives', ...allowedPackages].join(', ')}.`,
  severity: 'error',
  // Tests may import everything.
  from: { path: `^${name}/`, pathNot: '(\\.test\\.tsx?$|/testing/)' },
  to: {
    path: '^(packages|apps|e2e|bench)/',
    pathNot: [name, 'packages/primitives', ...allowedPackages].map((path) => `^${path}/`),
  },
}))

/**
 * Areas and modules that each area of the account service may import, besides `records` modules. The areas
 * import each other in both directions, the modules do not:
 * docs/decisions/0007-areas-may-import-each-other.md.
 */
const areaImports = {
  platform: ['auth/sessions/tokens', 'users'],
  permissions: ['platform', 'auth/step-up'],
  users: ['platform', 'permissions', 'auth', 'email/delivery', 'oauth/connections', 'teams'],
  auth: ['platform', 'users', 'email/delivery', 'oauth/connections'],
  email: ['platform', 'users/notifications'],
  oauth: ['platform', 'auth', 'users'],
  teams: ['platform', 'permissions', 'auth/step-up', 'auth/verification-codes', 'email/delivery', 'users'],
  projects: ['platform', 'permissions', 'auth', 'email/themes', 'users'],
}

const areas = Object.entries(areaImports).map(([area, imports]) => ({
  name: `area-${area}-imports`,
  comment: `The area ${area} may import records and ${imports.join(', ')}.`,
  severity: 'error',
  from: {
    path: `^apps/account-service/src/${area}/`,
    pathNot: '(\\.test\\.ts$|/testing/|/testing\\.ts$)',
  },
  to: {
    path: '^apps/account-service/src/[^/]+/',
    pathNot: [
      '^apps/account-service/src/.+/records/',
      ...[area, ...imports].map((path) => `^apps/account-service/src/${path}/`),
    ],
  },
}))

/** The files that insert audit entries and events. */
const contextStorage = [
  '^packages/server/src/audit/audit-entries\\.ts$',
  '^apps/account-service/src/platform/webhooks/publish-event\\.ts$',
]

export default {
  forbidden: [
    ...packages,
    ...areas,
    {
      name: 'records-depend-on-no-operation',
      comment: 'Records are imported by the request context, on which all operations depend.',
      severity: 'error',
      from: { path: '^apps/account-service/src/.+/records/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/account-service/src/[^/]+/',
        pathNot: ['/records/', '^apps/account-service/src/platform/(database|audit|service-context)/'],
      },
    },
    { name: 'no-cycles', comment: 'Of types either.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'sip-and-rtp-stand-alone',
      comment: 'Both could be published without the other packages.',
      severity: 'error',
      from: { path: '^packages/(sip|rtp)/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|apps)/', pathNot: '^packages/($1|primitives)/' },
    },
    {
      name: 'contract-depends-on-zod-alone',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'no-zod-in-the-kit',
      severity: 'error',
      from: { path: '^packages/kit(-react|-next)?/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'modules-are-imported-through-their-index',
      comment:
        'Another area or module of a service is imported through an index.ts; the database through its files.',
      severity: 'error',
      from: {
        path: '^apps/(account-service|phone-service)/src/([^/]+)/',
        pathNot: '(\\.test\\.tsx?$|/testing/|/testing\\.ts$)',
      },
      to: {
        path: '^apps/$1/src/[^/]+/',
        pathNot: ['^apps/$1/src/$2/', '/index\\.ts$', '^apps/$1/src/(platform/)?database/'],
      },
    },
    {
      name: 'modules-of-an-area-are-imported-through-their-index',
      comment: 'So is another module of the same area.',
      severity: 'error',
      from: {
        path: '^apps/account-service/src/([^/]+)/([^/]+)/',
        pathNot: '(\\.test\\.tsx?$|/testing/|/testing\\.ts$)',
      },
      to: {
        path: '^apps/account-service/src/$1/[^/]+/',
        pathNot: [
          '^apps/account-service/src/$1/$2/',
          '/index\\.ts$',
          '/platform/database/',
          '/contract-tests/',
          ...contextStorage,
        ],
      },
    },
    {
      name: 'the-context-alone-stores-audit-entries-and-events',
      comment:
        'Operations use audit(), transaction() and publish(), so that a change, its entry and its event commit together.',
      severity: 'error',
      from: {
        path: '^apps/',
        // The summary of omitted entries belongs to no change.
        pathNot: [
          '/platform/service-context/create-service-context\\.ts$',
          '/platform/audit/omissions\\.ts$',
          '^apps/phone-service/src/service-context/create-service-context\\.ts$',
        ],
      },
      to: { path: contextStorage },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Only the nightly tests install the packages of these applications.
    exclude: { path: '(^|/)(dist|[.]next)/|^(sdk-tests/next|examples/notes)/.*[.](jsx|js|mjs)$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
}
