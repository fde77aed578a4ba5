// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../api/live/live-socket.ts'
import { createFakeSocket } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { Notifications } from '../notifications.tsx'
import { AppUpdate } from './app-update.tsx'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  vi.unstubAllGlobals()
})

/** Opens a page whose program is `one.js`, connects it again to a service that has `served`, and lists its requests. */
async function reconnect(served: Response | null) {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', '/assets/one.js')
  document.head.append(script)
  const fetched = vi.fn(async () => served ?? Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  const reload = vi.fn()
  const socket = createFakeSocket()
  await renderScreen({
    screens: {
      '/': () => (
        <Notifications>
          <AppUpdate onReload={reload} />
        </Notifications>
      ),
    },
    path: '/',
    responses: {},
    phone: { socket },
  })
  socket.receive({ type: 'ready' } as ServerMessage)
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  return { reload }
}

const toPage = (program: string) =>
  new Response(`<!doctype html><script type="module" src="${program}"></script><div id="root"></div>`)

test('a page whose program has been replaced offers to be loaded again', async () => {
  const { reload } = await reconnect(toPage('/assets/two.js'))

  await screen.findByText('Parley has been updated. Reload the page to use the new version.')
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['has the program of the page', () => toPage('/assets/one.js')],
  ['responds with an error', () => new Response('', { status: 503 })],
  ['is behind a page of a proxy', () => new Response('<p>Sign in to the network</p>')],
  ['does not respond', () => null],
])('a page offers nothing when the service %s', async (_case, served) => {
  await reconnect(served())
  await new Promise((resolve) => setTimeout(resolve))

  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
})
