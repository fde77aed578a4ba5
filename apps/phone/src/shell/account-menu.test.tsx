// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Me } from '../phone-context.tsx'
import { renderScreen } from '../render-screen.fixture.tsx'
import { AccountMenu } from './account-menu.tsx'

afterEach(cleanup)

const personal: Me['numbers'][number] = {
  number: '+15550120',
  through: 'carrier',
  trunkName: null,
  rings: 'me',
}

/** Guarantee: every user can read the number at which others reach them, also without access to the configuration. */
test('the account menu contains the personal number of the user, and no number of the workspace', async () => {
  const shared: Me['numbers'][number] = { ...personal, number: '+15550142', rings: 'workspace' }
  await renderScreen({
    screens: { '/': AccountMenu },
    path: '/',
    me: { isPhoneAdmin: false, numbers: [personal, shared] },
    responses: {},
  })

  await userEvent.click(screen.getByRole('button', { name: /Ada Lovell/ }))

  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('+1 555 0120')).toBeDefined()
  expect(menu.queryByText('+1 555 0142')).toBeNull()
})
