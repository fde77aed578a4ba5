// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../api/errors.ts'
import { defaultSettings, type Responses, uncheckedNumber } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { Notifications } from '../shell/notifications.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(cleanup)

const hide = vi.fn()

const showPage = (
  update: () => { presence: 'shown' | 'hidden'; ringSeconds?: number | null },
  responses: Responses = {},
) =>
  renderScreen({
    screens: {
      '/settings': () => (
        <Notifications>
          <SettingsPage />
        </Notifications>
      ),
    },
    path: '/settings',
    responses: {
      'GET /me/settings': () => defaultSettings,
      'GET /me/greeting': () => ({ greeting: null }),
      'GET /me/mails': () => ({ arePossible: true, isEmailVerified: true, missedCalls: 'off' as const }),
      'POST /numbers/check': ({ body }) => ({
        ...uncheckedNumber,
        number: body.typed === 'nonsense' ? null : '+12025550142',
      }),
      'PATCH /me/settings': ({ body }) => {
        hide(body)
        return { ...defaultSettings, ...update() }
      },
      ...responses,
    },
  })

const findSwitch = () => screen.findByRole('switch', { name: 'Show my presence to colleagues' })

test('the presence is hidden by keyboard, saved immediately and confirmed', async () => {
  await showPage(() => ({ presence: 'hidden' }))
  const control = await findSwitch()
  expect(control.getAttribute('aria-checked')).toBe('true')

  control.focus()
  await userEvent.keyboard(' ')

  expect(await screen.findByText('Setting saved.')).toBeDefined()
  expect(hide).toHaveBeenLastCalledWith({ presence: 'hidden' })
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('false'))
})

test('a setting that is not saved returns to its value, and can be saved again', async () => {
  const update = vi.fn<() => { presence: 'hidden' }>(() => ({ presence: 'hidden' }))
  update.mockImplementationOnce(() => {
    throw createPhoneApiError('ACCOUNTS_UNREACHABLE', undefined)
  })
  await showPage(update)
  const control = await findSwitch()

  await userEvent.click(control)
  await screen.findByRole('alert')
  expect(control.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await vi.waitFor(() => expect(control.getAttribute('aria-checked')).toBe('false'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ringtone, theme and e-mails are chosen, and each choice is saved', async () => {
  await showPage(() => ({ presence: 'shown' }))
  await findSwitch()

  await userEvent.selectOptions(screen.getByLabelText('Ringtone'), 'Chime')
  await userEvent.selectOptions(screen.getByLabelText('Volume'), 'Silent')
  await userEvent.selectOptions(screen.getByLabelText('Theme'), 'Dark')
  await userEvent.selectOptions(
    await screen.findByLabelText('Mail me missed calls'),
    'Calls to my own number',
  )

  const changes = hide.mock.calls.map(([change]) => change).slice(-4)
  expect(changes).toEqual([
    { ringtone: 'chime' },
    { ringVolume: 0 },
    { theme: 'dark' },
    { missedCallMails: 'own' },
  ])
})

test('a verified address is not said to wait for its verification', async () => {
  await showPage(() => ({ presence: 'shown' }))
  expect(await screen.findByText(/^To ada@example.com. Calls missed/)).toBeDefined()
})

test('the setting of e-mails whose state cannot be loaded says so, and is loaded again', async () => {
  let isDown = true
  await showPage(() => ({ presence: 'shown' }), {
    'GET /me/mails': () => {
      if (isDown) throw createPhoneApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
      return { arePossible: true, isEmailVerified: false, missedCalls: 'off' as const }
    },
  })
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByLabelText('Mail me missed calls')).toHaveProperty('disabled', true)
  isDown = false
  await userEvent.click(tryAgain)

  await waitFor(() => expect(screen.getByLabelText('Mail me missed calls')).toHaveProperty('disabled', false))
  expect(screen.getByText(/^To ada@example.com, once it is verified/)).toBeDefined()
})

test('calls do not ring until tomorrow morning, until they ring again', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 22, 30), toFake: ['Date'] })
  const morning = new Date(2026, 10, 24, 8).getTime()
  const until = { doNotDisturb: 'on', doNotDisturbUntil: morning } as const
  await showPage(() => ({ presence: 'shown', ...until }))
  const control = await screen.findByRole('combobox', { name: 'Calls' })

  await userEvent.selectOptions(control, 'Do not ring until tomorrow at 8:00')
  expect(await screen.findByText('Setting saved.')).toBeDefined()
  expect(hide).toHaveBeenLastCalledWith(until)
  expect(
    await screen.findByRole('option', { name: /Do not ring until .*8:00/, selected: true }),
  ).toBeDefined()

  await userEvent.selectOptions(control, 'Ring')
  expect(hide).toHaveBeenLastCalledWith({ doNotDisturb: 'off', doNotDisturbUntil: null })
  vi.useRealTimers()
})

test('the time for which calls ring is chosen, and again the usual one', async () => {
  let ringSeconds: number | null = 10
  await showPage(() => ({ presence: 'shown', ringSeconds }))
  const choice = await screen.findByLabelText('Calls ring')
  expect(screen.getByText(/after 25 seconds or when/)).toBeDefined()

  await userEvent.selectOptions(choice, '10 seconds')
  expect(hide).toHaveBeenLastCalledWith({ ringSeconds: 10 })
  expect(await screen.findByText(/after 10 seconds or when/)).toBeDefined()
  ringSeconds = null
  await userEvent.selectOptions(choice, 'As long as usual')
  expect(hide).toHaveBeenLastCalledWith({ ringSeconds: null })
})

test('calls are forwarded to a number that the service understands, and no longer', async () => {
  await showPage(() => ({ presence: 'shown' }))
  const choice = await screen.findByLabelText('Calls to forward')
  await userEvent.selectOptions(choice, 'Calls that I do not answer')
  const number = screen.getByLabelText('Number')
  const save = screen.getByRole('button', { name: 'Save' })
  hide.mockClear()

  await userEvent.click(save)
  expect(await screen.findByText('Enter a phone number.')).toBeDefined()
  await userEvent.type(number, 'nonsense')
  await userEvent.click(save)
  expect(await screen.findByText('This is not a valid phone number. Check it.')).toBeDefined()
  expect(hide).not.toHaveBeenCalled()
  await userEvent.clear(number)
  await userEvent.type(number, '202 555 0142')
  await userEvent.click(save)

  await vi.waitFor(() =>
    expect(hide).toHaveBeenLastCalledWith({ forwarding: { when: 'unanswered', number: '+12025550142' } }),
  )
  await userEvent.selectOptions(choice, 'None')
  await userEvent.click(save)
  await vi.waitFor(() => expect(hide).toHaveBeenLastCalledWith({ forwarding: null }))
})

test('voicemail is turned off', async () => {
  await showPage(() => ({ presence: 'shown' }))

  await userEvent.click(
    await screen.findByRole('switch', { name: 'Voicemail answers calls that I do not answer' }),
  )

  expect(hide).toHaveBeenLastCalledWith({ voicemail: 'off' })
})

test('the connection is shown on the settings', async () => {
  await showPage(() => ({ presence: 'shown' }))

  expect(await screen.findByText('Ready', { selector: '[role=status]' })).toBeDefined()
})
