// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInEnglish } from '../../i18n/render-in-english.tsx'
import { usePageTitle } from './use-page-title.ts'

afterEach(cleanup)

/** Opens the list of calls in a frame, in which a call may ring. */
async function openCalls(ringing: string | null) {
  vi.stubGlobal('scrollTo', () => undefined)
  const root = createRootRoute({
    component: function Frame() {
      usePageTitle(ringing)
      return <Outlet />
    },
  })
  const page = (path: string, title: 'calls.title' | 'dial.title') =>
    createRoute({ getParentRoute: () => root, path, staticData: { title }, component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([page('/', 'calls.title'), page('/dial', 'dial.title')]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const { unmount } = renderInEnglish(<RouterProvider router={router as never} />)
  return { router, unmount }
}

test('the title names the page, and after the phone was left no page', async () => {
  const { router, unmount } = await openCalls(null)
  await vi.waitFor(() => expect(document.title).toBe('Calls · Parley'))

  await act(() => router.navigate({ to: '/dial' }))
  expect(document.title).toBe('Dial · Parley')

  unmount()
  expect(document.title).toBe('Parley')
})

test('while a call rings, the title says so', async () => {
  await openCalls('Incoming call')

  await vi.waitFor(() => expect(document.title).toBe('Incoming call · Parley'))
})
