// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Responses } from '../../phone.fixture.ts'
import type { Me } from '../../phone-context.tsx'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { WorkspaceLanguageCard } from './workspace-language-card.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const label = 'Language of announcements and e-mails'

async function openCard(me: Partial<Me>, responses: Responses = {}, refetchMe = vi.fn()) {
  const path = '/app-config'
  return await renderScreen({
    screens: { [path]: WorkspaceLanguageCard },
    path,
    me,
    responses,
    phone: { refetchMe },
  })
}

test('the language of the browser is proposed until an administrator has chosen one', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl-NL', 'de-AT', 'en-US'])
  const refetchMe = vi.fn()
  const { requests } = await openCard(
    { isWorkspaceLanguageChosen: false },
    { 'PUT /limits/language': ({ body }) => body },
    refetchMe,
  )

  expect(await screen.findByText(/Until you choose one, it is English\./)).toBeDefined()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Choose Deutsch')
  await userEvent.keyboard('{Enter}')

  await expect.poll(() => refetchMe.mock.calls.length).toBe(1)
  expect(requests.map(({ input }) => input)).toEqual([{ body: { language: 'de-DE' } }])
})

test('a chosen language is shown in place of the language of the browser', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  await openCard({ workspaceLanguage: 'fr-CA' })

  expect((await screen.findByLabelText(label)).textContent).toContain('Français')
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull()
})

test('a language that was not saved says so, and is saved at the next attempt', async () => {
  let isDown = true
  const { requests } = await openCard(
    { isWorkspaceLanguageChosen: false },
    {
      'PUT /limits/language': ({ body }) => {
        if (isDown) throw new Error('The service is unavailable.')
        return body
      },
    },
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Choose English' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Choose English' }))

  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(requests).toHaveLength(2)
})
