// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInEnglish } from '../../i18n/render-in-english.tsx'
import { ErrorView, NotFoundView } from './default-views.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function renderAt(path: string, isBroken: () => boolean = () => false) {
  const rootRoute = createRootRoute()
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: () => {
      if (isBroken()) throw new Error('The list has no items.')
      return <h1>Calls</h1>
    },
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultErrorComponent: ErrorView,
    defaultNotFoundComponent: NotFoundView,
  })
  renderInEnglish(<RouterProvider router={router as never} />)
}

test('an unknown path shows Not Found with a link to calls', async () => {
  renderAt('/nowhere')

  expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to calls' }).getAttribute('href')).toBe('/')
})

test('a page that crashed shows its error only on demand', async () => {
  renderAt('/', () => true)

  expect(await screen.findByRole('heading', { name: 'Something went wrong!' })).toBeDefined()
  expect(screen.queryByText('The list has no items.')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Show Error' }))
  expect(screen.getByText('The list has no items.')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Hide Error' }))
  expect(screen.queryByText('The list has no items.')).toBeNull()
})

test('a page that crashed is shown after a successful retry', async () => {
  let isBroken = true
  renderAt('/', () => isBroken)
  await screen.findByRole('heading', { name: 'Something went wrong!' })

  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Calls' })).toBeDefined()
})
