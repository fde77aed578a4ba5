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
  validateSearch: readCallsSearch,
  component: lazyRouteComponent(() => import('../calls/calls-page.tsx'), 'CallsPage'),
})

const dialRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/dial',
  validateSearch: readDialSearch,
  component: lazyRouteComponent(() => import('../dial/dial-page.tsx'), 'DialPage'),
})

const contactsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts',
  validateSearch: readContactsSearch,
  component: lazyRouteComponent(() => import('../contacts/contacts-page.tsx'), 'ContactsPage'),
})

const contactImportRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('../contacts/import/import-page.tsx'), 'ImportPage'),
})

const duplicatesRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/contacts/duplicates',
  component: lazyRouteComponent(() => import('../contacts/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
})

const appConfigRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/',
  component: lazyRouteComponent(() => import('../app-config/overview-page.tsx'), 'OverviewPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/members',
  component: lazyRouteComponent(() => import('../app-config/members/members-page.tsx'), 'MembersPage'),
})

const routingRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/routing',
  component: lazyRouteComponent(() => import('../app-config/routing/routing-page.tsx'), 'RoutingPage'),
})

const announcementsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/announcements',
  component: lazyRouteComponent(
    () => import('../app-config/announcements/announcements-page.tsx'),
    'AnnouncementsPage',
  ),
})

const blockedNumbersRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/blocked-numbers',
  component: lazyRouteComponent(() => import('../blocking/blocked-page.tsx'), 'BlockedPage'),
})

const contactFieldsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/contact-fields',
  component: lazyRouteComponent(
    () => import('../app-config/contact-fields/contact-fields-page.tsx'),
    'ContactFieldsPage',
  ),
})

const phoneVerificationRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/phone-verification',
  component: lazyRouteComponent(
    () => import('../app-config/phone-verification/phone-verification-page.tsx'),
    'PhoneVerificationPage',
  ),
})

const costsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/costs',
  component: lazyRouteComponent(() => import('../app-config/costs/costs-page.tsx'), 'CostsPage'),
})

const callAnalysisRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/call-analyzer-prompt',
  component: lazyRouteComponent(
    () => import('../app-config/analysis/call-analysis-page.tsx'),
    'CallAnalysisPage',
  ),
})

const mailRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/email-config',
  component: lazyRouteComponent(() => import('../app-config/mail/mail-page.tsx'), 'MailPage'),
})

const consentRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/consent',
  component: lazyRouteComponent(() => import('../app-config/consent/consent-page.tsx'), 'ConsentPage'),
})

const retentionRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/retention',
  component: lazyRouteComponent(() => import('../app-config/retention/retention-page.tsx'), 'RetentionPage'),
})

const auditLogRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/audit',
  component: lazyRouteComponent(() => import('../app-config/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const usageRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/app-config/usage',
  component: lazyRouteComponent(() => import('../app-config/usage/usage-page.tsx'), 'UsagePage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => applicationRoute,
  path: '/settings',
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
    consentRoute,
    retentionRoute,
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
