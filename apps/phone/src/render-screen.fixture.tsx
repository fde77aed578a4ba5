import type { StackClientApp } from '@parley/kit'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { createQueryClient } from './api/queries.ts'
import { renderInEnglish } from './i18n/render-in-english.tsx'
import { ada, createFakeApi, createFakePhone, type Responses } from './phone.fixture.ts'
import { type Me, type Phone, PhoneContext } from './phone-context.tsx'

interface RenderScreenOptions {
  /** Screens by path; the test may navigate between them. */
  readonly screens: Readonly<Record<string, RouteComponent>>
  readonly path: string
  readonly responses: Responses
  readonly me?: Partial<Me>
  /** The application whose account service the screens use. Without it, their requests to it fail. */
  readonly app?: Pick<StackClientApp, 'getUser' | 'getProject'>
  /** Parts of the phone that the test controls. */
  readonly phone?: Partial<Omit<Phone, 'api' | 'queries' | 'me'>>
}

/** Renders screens of the phone for a signed-in user, with a simulated service. */
export async function renderScreen({ screens, path, responses, me, app, phone: parts }: RenderScreenOptions) {
  // jsdom does not implement scrolling.
  window.scrollTo = () => undefined
  const { api, requests } = createFakeApi(responses)
  const phone = createFakePhone(api, { ...parts, me: { ...ada, ...me } })
  const queryClient = createQueryClient()

  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <PhoneContext value={phone}>
          <Outlet />
        </PhoneContext>
      </QueryClientProvider>
    ),
  })
  const application = createRoute({ getParentRoute: () => root, id: 'application' })
  const pages = Object.entries(screens).map(([at, component]) =>
    createRoute({ getParentRoute: () => application, path: at, component }),
  )
  const router = createRouter({
    routeTree: root.addChildren([application.addChildren(pages)]),
    context: { app },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  renderInEnglish(<RouterProvider router={router as never} />)
  return { requests, queryClient, router }
}
