import { createStore } from '@parley/primitives'
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
import type { PhoneApi, PhoneEndpointName, PhoneInput } from './api/phone-api.ts'
import { createQueryClient, phoneQueries } from './api/queries.ts'
import { noCalls } from './current-call/manager/call-manager-state.ts'
import { renderInEnglish } from './i18n/render-in-english.tsx'
import { type Me, type Phone, PhoneContext } from './phone-context.tsx'

interface RecordedRequest {
  readonly name: PhoneEndpointName
  readonly input: { readonly params?: Record<string, string>; readonly body?: unknown }
}

interface RenderScreenOptions {
  /** Screens by path; the test may navigate between them. */
  readonly screens: Readonly<Record<string, RouteComponent>>
  readonly path: string
  /** Responses by endpoint; throw to simulate an error. */
  readonly responses: Partial<Record<PhoneEndpointName, (input: RecordedRequest['input']) => unknown>>
  readonly me?: Partial<Me>
  /** Other parts of the phone that the screens use. */
  readonly phoneOverrides?: Partial<Record<keyof Phone, unknown>>
}

/** Renders screens of the phone for a signed-in user, with a simulated service. */
export async function renderScreen({
  screens,
  path,
  responses: answers,
  me = {},
  phoneOverrides: parts = {},
}: RenderScreenOptions) {
  const requests: RecordedRequest[] = []
  // jsdom does not implement scrolling.
  window.scrollTo = () => undefined
  const api = (async (name: PhoneEndpointName, input: PhoneInput<PhoneEndpointName>) => {
    requests.push({ name, input })
    const answer = answers[name]
    if (!answer) throw new Error(`No response is defined for ${name}.`)
    return await answer(input)
  }) as PhoneApi
  // Devices and sockets are not needed on a screen without a call.
  const callManager = createStore(noCalls)
  const phone = { api, queries: phoneQueries(api), me, callManager, ...parts } as unknown as Phone
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
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  renderInEnglish(<RouterProvider router={router as never} />)
  return { requests, queryClient, router }
}
