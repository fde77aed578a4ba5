// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callFixture, createLocalCall } from '../current-call/call.fixture.ts'
import { noCalls } from '../current-call/manager/call-manager-state.ts'
import { createFakeCallManager } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { memberPermissions, self, startWorkspaceService } from '../workspace-service.fixture.ts'
import { AccountMenu } from './account/account-menu.tsx'
import { ConfirmLeave } from './confirm-leave.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pages = ['/handler/account-settings', '/handler/sign-out', '/handler/sign-in', '/contacts']

async function showPhone(isInCall: boolean) {
  const Phone = () => <ConfirmLeave isInCall={isInCall} />
  const screens = Object.fromEntries(pages.map((path) => [path, () => <p>{path}</p>]))
  return await renderScreen({ screens: { '/': Phone, ...screens }, path: '/', responses: {} })
}

test.each(pages.slice(0, 2))('a call does not end for %s without a question', async (path) => {
  const { router } = await showPhone(true)
  // Radix enables pointer events in an effect, after the buttons have appeared.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })

  void router.navigate({ to: path })
  await user.click(await screen.findByRole('button', { name: 'Stay in the call' }))
  expect(router.state.location.pathname).toBe('/')

  void router.navigate({ to: path })
  await user.click(await screen.findByRole('button', { name: 'Hang up' }))
  expect(await screen.findByText(path)).toBeDefined()
})

test.each([
  ['in the phone and to sign-in, during a call', true, pages.slice(2)],
  ['without a call', false, pages],
])('no question is asked for navigation %s', async (_, isInCall, targets) => {
  for (const path of targets) {
    const { router } = await showPhone(isInCall)
    await router.navigate({ to: path })
    expect(await screen.findByText(path)).toBeDefined()
    cleanup()
  }
})

test('during a call, the account settings open in a new tab', async () => {
  const open = vi.fn()
  vi.stubGlobal('open', open)
  await using workspace = await startWorkspaceService({ permissions: memberPermissions, admins: [self] })
  const callManager = createFakeCallManager({ ...noCalls, localCalls: [createLocalCall(callFixture)] })
  const { app } = workspace
  await renderScreen({ screens: { '/': AccountMenu }, path: '/', app, responses: {}, phone: { callManager } })

  await userEvent.click(screen.getByRole('button', { name: /Ada Lovell/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Account settings' }))

  expect(open).toHaveBeenCalledExactlyOnceWith(app.urls.accountSettings, '_blank', 'noopener')
})
