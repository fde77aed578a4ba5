// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '../phone.fixture.ts'
import { renderScreen } from '../render-screen.fixture.tsx'
import { useTimeZone } from './use-time-zone.ts'

afterEach(cleanup)

const ofBrowser = new Intl.DateTimeFormat().resolvedOptions().timeZone

test.each([
  ['saved when the account has none', null, 1],
  ['saved when it has changed', 'Pacific/Apia', 1],
  ['not saved again', ofBrowser, 0],
])('the time zone of the browser is %s', async (_, timeZone, times) => {
  const save = vi.fn()
  const read = vi.fn()
  await renderScreen({
    screens: {
      '/settings': () => {
        useTimeZone()
        return null
      },
    },
    path: '/settings',
    responses: {
      'GET /me/settings': () => {
        read()
        return { ...defaultSettings, timeZone }
      },
      'PATCH /me/settings': ({ body }) => {
        save(body)
        return { ...defaultSettings, timeZone: ofBrowser }
      },
    },
  })

  await waitFor(() => expect([read.mock.calls.length, save.mock.calls.length]).toEqual([1, times]))
  if (times > 0) expect(save).toHaveBeenCalledWith({ timeZone: ofBrowser })
})
