// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { resetBrowser } from '../../../browser.fixture.tsx'
import { click, openSection, startService } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('a notification is turned off; one that is always sent cannot be', async () => {
  await using service = await startService()
  let enabled = true
  const path = '/emails/notification-preference/me'
  service.routes.set(`GET ${path}`, () => ({
    json: {
      items: [
        {
          notification_category_id: 'a',
          notification_category_name: 'Marketing',
          enabled,
          can_disable: true,
        },
        {
          notification_category_id: 'b',
          notification_category_name: 'Security',
          enabled: true,
          can_disable: false,
        },
      ],
      is_paginated: false,
    },
  }))
  service.routes.set(`PATCH ${path}/a`, (body) => {
    enabled = body.enabled === true
    return { json: {} }
  })
  openSection(service, 'notifications')

  await click('News and offers', 'switch')

  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'News and offers' }).getAttribute('aria-checked')).toBe(
      'false',
    ),
  )
  expect(screen.getByRole('switch', { name: 'Security' }).hasAttribute('disabled')).toBe(true)
})
