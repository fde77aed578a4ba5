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
  /** By path; the address may lead from one to another. */
  readonly screens: Readonly<Record<string, RouteComponent>>
  readonly path: string
  /** What the service answers, by call; it refuses by throwing. */
  readonly answers: Partial<Record<PhoneCallName, (input: AskedCall['input']) => unknown>>
  readonly me?: Partial<Me>
  /** Parts that the screens work with beyond the service. */
  readonly parts?: Partial<Record<keyof Phone, unknown>>
}

/** Shows screens of the phone to somebody who is signed in, with a service that answers as told. */
export async function showScreen({ screens, path, answers, me = {}, parts = {} }: ShownScreen) {
  const asked: AskedCall[] = []
  // Pages are never scrolled here.
  window.scrollTo = () => undefined
  const api = (async (name: PhoneCallName, input: PhoneInput<PhoneCallName>) => {
    asked.push({ name, input })
    const answer = answers[name]
    if (!answer) throw new Error(`Nobody said what ${name} answers.`)
    return await answer(input)
  }) as PhoneApi
  // The parts that speak to devices and sockets have no place on a screen without a call.
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
