// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../kit/src/scripted-server.fixture.ts'
import { resetBrowser, storeSession } from '../../../browser.fixture.tsx'
import { ada, click, openSection, startService, user } from '../settings.fixture.ts'

afterEach(resetBrowser)

test('an account is deleted only where the project allows it, and after a confirmation', async () => {
  await using service = await startService()
  openSection(service, 'settings')
  await screen.findByLabelText('Appearance')
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  resetBrowser()

  service.config.userDeletion = true
  let isDeleted = false
  service.routes.set('DELETE /users/me', () => {
    isDeleted = true
    return { json: { success: true } }
  })
  storeSession(service, ada)
  openSection(service, 'settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  const remove = within(dialog).getByRole('button', { name: 'Delete account' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  await user.click(remove)
  expect(isDeleted).toBe(false)
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))

  expect(await screen.findByText('The application at /')).toBeTruthy()
  expect(isDeleted).toBe(true)
})

test.each([
  ['phone_admin', 'You are the last person with the permission “phone_admin” in a team.'],
  ['$delete_team', 'You are the only owner of a team.Make another member the owner first.'],
])('an account that a team still needs for %s is kept, with a link to the team', async (permission, text) => {
  await using service = await startService()
  service.config.userDeletion = true
  service.routes.set('DELETE /users/me', () =>
    errorResponse('TEAM_PERMISSION_LAST_HOLDER', {
      team_id: 'team-1',
      user_id: 'person-1',
      permission_id: permission,
    }),
  )
  openSection(service, 'settings')
  await click('Delete account')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))

  expect((await within(dialog).findByRole('alert')).textContent).toContain(text)
  expect(within(dialog).getByRole('link', { name: 'Open the team' }).getAttribute('href')).toBe(
    '#team-team-1',
  )
})
