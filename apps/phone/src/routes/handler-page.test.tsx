// @vitest-environment jsdom
import { StackClientApp } from '@parley/kit'
import { StackProvider } from '@parley/kit-react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { enUS } from '../i18n/en-US/index.ts'
import { renderInEnglish } from '../i18n/render-in-english.tsx'
import { setCallAtSignOut, takeCallAtSignOut } from '../shell/call-at-sign-out.ts'
import { HandlerPage } from './handler-page.tsx'

afterEach(cleanup)

const app = new StackClientApp({ baseUrl: 'http://localhost', projectId: 'phone', tokenStore: 'memory' })

async function openPage(path: string) {
  window.scrollTo = () => undefined
  const root = createRootRoute({
    component: () => (
      <StackProvider app={app} lang="en-US">
        <Outlet />
      </StackProvider>
    ),
  })
  const handler = createRoute({
    getParentRoute: () => root,
    path: '/handler/$',
    component: HandlerPage,
  })
  const calls = createRoute({ getParentRoute: () => root, path: '/', loader: () => new Promise(() => {}) })
  const router = createRouter({
    routeTree: root.addChildren([handler, calls]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  await act(async () => renderInEnglish(<RouterProvider router={router as never} />))
  return router
}

test('an account page stays visible while the code of the next page loads', async () => {
  const router = await openPage('/handler/error')
  const heading = { name: 'Something went wrong' }
  await screen.findByRole('heading', heading)

  void router.navigate({ to: '/' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))

  expect(await screen.findByRole('heading', heading)).toBeDefined()
  expect(screen.queryByRole('heading', { name: /not found/i })).toBeNull()
})

test.each([
  ['/handler/sign-in', 1],
  ['/handler/sign-out', 0],
])('a user who was signed out during a call reads so at %s: %i', async (path, count) => {
  setCallAtSignOut(true)
  await openPage(path)

  expect(
    screen.queryAllByText(enUS['status.signed-out-in-call'], { ignore: '[role=status] *' }),
  ).toHaveLength(count)
  expect(takeCallAtSignOut()).toBe(false)
})
