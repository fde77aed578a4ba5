// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import type { Responses } from '../../phone.fixture.ts'
import type { Me } from '../../phone-context.tsx'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { HomeCountryCard } from './home-country-card.tsx'

afterEach(cleanup)

async function showCard(responses: Responses, me: Partial<Me> = {}) {
  const refetchMe = vi.fn()
  const { requests } = await renderScreen({
    screens: {
      '/app-config': () => (
        <ToastProvider label="Messages" closeLabel="Close">
          <HomeCountryCard />
        </ToastProvider>
      ),
    },
    path: '/app-config',
    me,
    responses,
    phone: { refetchMe },
  })
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country of your numbers' })
  return { requests, refetchMe, select }
}

test('an administrator changes the home country of the workspace', async () => {
  const { requests, refetchMe, select } = await showCard({
    'PUT /limits/home-country': ({ body }) => ({
      homeCountry: body.country,
      allowedCountries: [body.country],
    }),
  })
  expect(select.value).toBe('US')
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull()

  await userEvent.selectOptions(select, 'DE')
  await userEvent.click(screen.getByRole('button', { name: 'Choose Germany' }))

  expect(await screen.findByText('Home country saved')).toBeDefined()
  expect(requests).toEqual([{ name: 'PUT /limits/home-country', input: { body: { country: 'DE' } } }])
  expect(refetchMe).toHaveBeenCalledOnce()
})

test('a country that could not be saved stays chosen, with an explanation, and can be saved again', async () => {
  let attempts = 0
  const { requests, refetchMe, select } = await showCard({
    'PUT /limits/home-country': ({ body }) => {
      if (++attempts === 1) throw createPhoneApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
      return { homeCountry: body.country, allowedCountries: [body.country] }
    },
  })

  await userEvent.selectOptions(select, 'DE')
  await userEvent.click(screen.getByRole('button', { name: 'Choose Germany' }))

  expect((await screen.findByRole('alert')).textContent).toMatch(/too many|often|wait/i)
  expect([select.value, screen.queryByText('Home country saved')]).toEqual(['DE', null])
  expect(refetchMe).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Choose Germany' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await screen.findByText('Home country saved')).toBeDefined()
  expect(requests).toHaveLength(2)
})

test('a proposed country is not saved before an administrator chooses it', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: 'Europe/Berlin',
  })
  const { requests, select } = await showCard({}, { isHomeCountryChosen: false })
  vi.restoreAllMocks()

  expect(select.value).toBe('DE')
  expect(screen.getByText(/^Proposed from the time zone/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Choose Germany' })).toBeDefined()
  expect(requests).toEqual([])
})
