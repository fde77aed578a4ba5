import type { StackClientApp } from '@parley/kit'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { PhoneApi } from '../api/phone-api.ts'
import { ErrorView, NotFoundView, PendingView } from '../shell/errors/default-views.tsx'
import { RootLayout } from '../shell/root-layout.tsx'
import {
  parseSearch,
  readCallLink,
  readCallsSearch,
  readContactsSearch,
  readDialSearch,
  stringifySearch,
} from './search.ts'

/** The dependencies of the routes. */
export interface RouterContext {
  readonly app: StackClientApp
  readonly api: PhoneApi
  readonly accessToken: () => Promise<string | null>
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
})

// A lazy component triggers one guarded reload when its chunk is missing after a deployment.
const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'application',
  component: lazyRouteComponent(() => import('../shell/application-layout.tsx'), 'ApplicationLayout'),
})

const callsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/',
  staticData: { title: 'calls.title' },
  validateSearch: readCallsSearch,
  component: lazyRouteComponent(() => import('../calls/calls-page.tsx'), 'CallsPage'),
})

const dialRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/dial',
  staticData: { title: 'dial.title' },
  validateSearch: readDialSearch,
  component: lazyRouteComponent(() => import('../dial/dial-page.tsx'), 'DialPage'),
})

/** A link with which another program opens the dial pad: `/call?to=+12125550123`. It calls no one. */
const clickToCallRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/call',
  validateSearch: readCallLink,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/dial', search, replace: true })
  },
})

const contactsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts',
  staticData: { title: 'contacts.title' },
  validateSearch: readContactsSearch,
  component: lazyRouteComponent(() => import('../contacts/contacts-page.tsx'), 'ContactsPage'),
})

const contactImportRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts/import',
  staticData: { title: 'import.title' },
  component: lazyRouteComponent(() => import('../contacts/import/import-page.tsx'), 'ImportPage'),
})

const duplicatesRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts/duplicates',
  staticData: { title: 'duplicates.title' },
  component: lazyRouteComponent(() => import('../contacts/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
})

const appConfigRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/',
  staticData: { title: 'config.overview' },
  component: lazyRouteComponent(() => import('../app-config/overview-page.tsx'), 'OverviewPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/members',
  staticData: { title: 'members.title' },
  component: lazyRouteComponent(() => import('../app-config/members/members-page.tsx'), 'MembersPage'),
})

const routingRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/routing',
  staticData: { title: 'routing.title' },
  component: lazyRouteComponent(() => import('../app-config/routing/routing-page.tsx'), 'RoutingPage'),
})

const announcementsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/announcements',
  staticData: { title: 'announcements.title' },
  component: lazyRouteComponent(
    () => import('../app-config/announcements/announcements-page.tsx'),
    'AnnouncementsPage',
  ),
})

const blockedNumbersRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/blocked-numbers',
  staticData: { title: 'block.title' },
  component: lazyRouteComponent(() => import('../blocking/blocked-page.tsx'), 'BlockedPage'),
})

const contactFieldsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/contact-fields',
  staticData: { title: 'fields.title' },
  component: lazyRouteComponent(
    () => import('../app-config/contact-fields/contact-fields-page.tsx'),
    'ContactFieldsPage',
  ),
})

const phoneVerificationRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/phone-verification',
  staticData: { title: 'verify.title' },
  component: lazyRouteComponent(
    () => import('../app-config/phone-verification/phone-verification-page.tsx'),
    'PhoneVerificationPage',
  ),
})

const costsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/costs',
  staticData: { title: 'costs.title' },
  component: lazyRouteComponent(() => import('../app-config/costs/costs-page.tsx'), 'CostsPage'),
})

const callAnalysisRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/call-analyzer-prompt',
  staticData: { title: 'provider.title' },
  component: lazyRouteComponent(
    () => import('../app-config/analysis/call-analysis-page.tsx'),
    'CallAnalysisPage',
  ),
})

const mailRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/email-config',
  staticData: { title: 'mail.title' },
  component: lazyRouteComponent(() => import('../app-config/mail/mail-page.tsx'), 'MailPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/webhooks',
  staticData: { title: 'webhooks.title' },
  component: lazyRouteComponent(() => import('../app-config/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const consentRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/consent',
  staticData: { title: 'ledger.page' },
  component: lazyRouteComponent(() => import('../app-config/consent/consent-page.tsx'), 'ConsentPage'),
})

const retentionRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/retention',
  staticData: { title: 'retention.title' },
  component: lazyRouteComponent(() => import('../app-config/retention/retention-page.tsx'), 'RetentionPage'),
})

const auditLogRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/audit',
  staticData: { title: 'audit.title' },
  component: lazyRouteComponent(() => import('../app-config/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/api-keys',
  staticData: { title: 'api-keys.title' },
  component: lazyRouteComponent(() => import('../app-config/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const usageRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/usage',
  staticData: { title: 'usage.title' },
  component: lazyRouteComponent(() => import('../app-config/usage/usage-page.tsx'), 'UsagePage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/settings',
  staticData: { title: 'settings.title' },
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
})

/** A deep link to a call, for example from an e-mail, opens the call drawer. */
const callRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/calls/$conferenceId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/contacts', search: { call: params.conferenceId }, replace: true })
  },
})

/** Any other path. Navigation and call remain: the user may have mistyped an address during a call. */
const unknownRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '$',
  staticData: { title: 'view.not-found' },
  component: NotFoundView,
})

const handlerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/handler/$',
  component: lazyRouteComponent(() => import('./handler-page.tsx'), 'HandlerPage'),
})

const routeTree = rootRoute.addChildren([
  applicationRoute.addChildren([
    callsRoute,
    dialRoute,
    clickToCallRoute,
    contactsRoute,
    contactImportRoute,
    duplicatesRoute,
    appConfigRoute,
    membersRoute,
    routingRoute,
    announcementsRoute,
    blockedNumbersRoute,
    contactFieldsRoute,
    phoneVerificationRoute,
    costsRoute,
    callAnalysisRoute,
    mailRoute,
    webhooksRoute,
    consentRoute,
    retentionRoute,
    apiKeysRoute,
    auditLogRoute,
    usageRoute,
    settingsRoute,
    callRoute,
    unknownRoute,
  ]),
  handlerRoute,
])

export function createPhoneRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A fragment names a section of the account settings, which scrolls to it.
    scrollRestoration: ({ location }) => location.hash === '',
    scrollToTopSelectors: ['#main'],
    defaultPendingMs: 1_000,
    defaultPendingMinMs: 500,
    defaultPendingComponent: PendingView,
    defaultNotFoundComponent: NotFoundView,
    defaultErrorComponent: ErrorView,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPhoneRouter>
  }
}
