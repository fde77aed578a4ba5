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
import type { PhoneApi, PhoneCallName, PhoneInput } from './api/phone-api.ts'
import { createQueryClient, phoneQueries } from './api/queries.ts'
import { createStore } from './live/store.ts'
import { renderInEnglish } from './locales/render-in-english.tsx'
import { type Me, type Phone, PhoneContext } from './phone.tsx'
import { nobodyCalls } from './switchboard/switchboard-state.ts'

interface AskedCall {
  readonly name: PhoneCallName
  readonly input: { readonly params?: Record<string, string>; readonly body?: unknown }
}

interface ShownScreen {
  /** Screens by path; the test may navigate between them. */
  readonly screens: Readonly<Record<string, RouteComponent>>
  readonly path: string
  /** Responses by endpoint; throw to simulate an error. */
  readonly answers: Partial<Record<PhoneCallName, (input: AskedCall['input']) => unknown>>
  readonly me?: Partial<Me>
  /** Other parts of the phone that the screens use. */
  readonly parts?: Partial<Record<keyof Phone, unknown>>
}

/** Renders screens of the phone for a signed-in user, with a simulated service. */
export async function showScreen({ screens, path, answers, me = {}, parts = {} }: ShownScreen) {
  const asked: AskedCall[] = []
  // jsdom does not implement scrolling.
  window.scrollTo = () => undefined
  const api = (async (name: PhoneCallName, input: PhoneInput<PhoneCallName>) => {
    asked.push({ name, input })
    const answer = answers[name]
    if (!answer) throw new Error(`No response is defined for ${name}.`)
    return await answer(input)
  }) as PhoneApi
  // Devices and sockets are not needed on a screen without a call.
  const switchboard = createStore(nobodyCalls)
  const phone = { api, queries: phoneQueries(api), me, switchboard, ...parts } as unknown as Phone
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
  return { asked, queryClient, router }
}
