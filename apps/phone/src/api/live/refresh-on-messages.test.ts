import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ada, createFakeSocket } from '../../phone.fixture.ts'
import { queryKeys } from '../query-keys.ts'
import type { ServerMessage } from './live-socket.ts'
import { refreshOnMessages } from './refresh-on-messages.ts'

type Ready = Extract<ServerMessage, { type: 'ready' }>

/** Shows the data of a query, and returns how often it was fetched, and its messages. */
async function show(queryKey: readonly string[], fetch: () => Promise<string>) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const socket = createFakeSocket()
  refreshOnMessages({ queryClient, workspaceId: ada.workspace.id, refetchMe() {} }, socket)
  const queryFn = vi.fn(fetch)
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  observer.subscribe(() => undefined)
  const ready = (isResumed: boolean) =>
    socket.receive({ type: 'ready', workspaceId: ada.workspace.id, isResumed } as Ready)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  return { queryFn, observer, ready }
}

const shown = {
  contacts: queryKeys.contacts.list(''),
  colleagues: queryKeys.colleagues.list(''),
  settings: queryKeys.settings,
  trunks: queryKeys.trunks,
  'phone verifications': queryKeys.phoneVerifications,
  'the emergency route': queryKeys.emergencyRoute,
  voicemails: queryKeys.voicemails.list,
  calls: queryKeys.calls.list({ scope: 'own', filter: 'all', search: '' }) as readonly string[],
}

/** Guarantee: after the connection was lost, a user sees what has changed meanwhile. */
test.each(Object.entries(shown))('%s are fetched again after a reconnection', async (_, queryKey) => {
  const { queryFn, ready } = await show(queryKey, async () => 'data')
  ready(false)
  expect(queryFn).toHaveBeenCalledOnce()

  ready(false)

  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('contacts that could not be fetched are shown after a reconnection', async () => {
  let isDown = true
  const { observer, ready } = await show(shown.contacts, async () => {
    if (isDown) throw new Error('The service does not respond.')
    return 'data'
  })
  ready(false)
  expect(observer.getCurrentResult().isError).toBe(true)

  isDown = false
  ready(true)

  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('data'))
})
