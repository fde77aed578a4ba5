// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createFakeCallManager, emptyResponses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { callFixture, createLocalCall } from '../call.fixture.ts'
import { noCalls } from '../manager/call-manager-state.ts'
import { CurrentCallPanel } from './current-call-panel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The panel of an answered call, docked or as a bar. */
async function showPanel({ isWide = true } = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const localCall = createLocalCall(callFixture)
  await renderScreen({
    screens: { '/': Screen },
    path: '/',
    responses: emptyResponses,
    phone: {
      callManager: createFakeCallManager({ ...noCalls, localCalls: [localCall], activeKey: localCall.key }),
    },
  })
  await screen.findByRole('button', { name: 'Hang up' })
}

function Screen() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <main tabIndex={-1} />
      <CurrentCallPanel isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const expectFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)))

async function press(name: string): Promise<void> {
  button(name).focus()
  await userEvent.keyboard('{Enter}')
}

test.each(['Transfer', 'Add'])('%s opens in its field, and Escape returns the focus to it', async (name) => {
  await showPanel()

  await press(name)
  expect(document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('{Escape}')

  await expectFocus(name)
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('cancelling a transfer returns the focus to its button', async () => {
  await showPanel()

  await press('Transfer')
  await press('Cancel')

  await expectFocus('Transfer')
})

test('Escape closes the open tool first, and then the large panel', async () => {
  await showPanel()
  await press('Open call')
  await expectFocus('Minimize call')
  await press('Transfer')

  await userEvent.keyboard('{Escape}')
  await expectFocus('Transfer')
  await userEvent.keyboard('{Escape}')

  await expectFocus('Open call')
})

test('on a narrow screen, the opened panel and the bar have the focus on the button between them', async () => {
  await showPanel({ isWide: false })

  await press('Open call')
  await expectFocus('Minimize call')
  await userEvent.keyboard('{Enter}')

  await expectFocus('Open call')
})
