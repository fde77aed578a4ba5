// @vitest-environment jsdom
import { ToastProvider } from '@parley/ui'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { errorResponse } from '../../../../../packages/kit/src/scripted-server.fixture.ts'
import { defaultSettings } from '../../phone.fixture.ts'
import type { Me } from '../../phone-context.tsx'
import { renderScreen } from '../../render-screen.fixture.tsx'
import {
  memberPermissions,
  self,
  startWorkspaceService,
  type WorkspaceService,
} from '../../workspace-service.fixture.ts'
import { AccountMenu } from './account-menu.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const personal: Me['numbers'][number] = {
  number: '+15550120',
  source: 'carrier',
  trunkName: null,
  label: null,
  ringsFor: 'me',
}

/**
 * Guarantee: every user can read the number at which others reach them, also without access to the
 * configuration.
 */
test('the account menu contains the personal number of the user, and no number of the workspace', async () => {
  const shared: Me['numbers'][number] = { ...personal, number: '+15550142', ringsFor: 'workspace' }
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

test('the account menu copies the personal number in E.164', async () => {
  const user = userEvent.setup()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <AccountMenu />
        </ToastProvider>
      ),
    },
    path: '/',
    me: { numbers: [personal] },
    responses: {},
  })
  await user.click(screen.getByRole('button', { name: /Ada Lovell/ }))

  await user.click(await screen.findByRole('menuitem', { name: 'Copy +1 555 0120' }))

  expect(copied).toHaveBeenCalledExactlyOnceWith('+15550120')
  expect(await screen.findByText('Copied')).toBeDefined()
})

test('Do not disturb is turned on and off in the account menu, and its button says whether it is on', async () => {
  let settings = defaultSettings
  await renderScreen({
    screens: { '/': AccountMenu },
    path: '/',
    responses: {
      'GET /me/settings': () => settings,
      'PATCH /me/settings': ({ body }) => {
        settings = { ...settings, ...body }
        return settings
      },
    },
  })
  const user = userEvent.setup()

  await user.click(screen.getByRole('button', { name: 'Account of Ada Lovell' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Turn on Do not disturb' }))
  await user.click(await screen.findByRole('button', { name: 'Account of Ada Lovell, Do not disturb' }))
  expect(settings.doNotDisturb).toBe('on')
  await user.click(await screen.findByRole('menuitem', { name: 'Turn off Do not disturb' }))

  expect(await screen.findByRole('button', { name: 'Account of Ada Lovell' })).toBeDefined()
  expect(settings.doNotDisturb).toBe('off')
})

async function openMenu(changes: Partial<WorkspaceService> = {}) {
  const workspace = await startWorkspaceService({
    permissions: memberPermissions,
    admins: [self],
    ...changes,
  })
  await renderScreen({ screens: { '/': AccountMenu }, path: '/', app: workspace.app, responses: {} })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Ada Lovell/ }))
  await screen.findByRole('menuitem', { name: 'Sign out' })
  return { ...workspace, user }
}

test('a user creates a workspace, which is selected', async () => {
  await using workspace = await openMenu()
  const { user } = workspace

  await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create workspace' }))
  await dialog.findByText('Enter a name for the workspace.')
  await user.type(dialog.getByLabelText('Name'), '  Night shift ')
  await user.click(dialog.getByRole('button', { name: 'Create workspace' }))

  await expect
    .poll(() => workspace.changes().map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body)]))
    .toEqual([
      ['POST /teams', { display_name: 'Night shift', creator_user_id: 'me' }],
      ['PATCH /users/me', { selected_team_id: 'new' }],
    ])
})

test('a failed creation is explained, and the name stays', async () => {
  await using workspace = await openMenu({
    onChange: () => errorResponse('TEAM_LIMIT_REACHED', { limit: 100 }),
  })
  const { user } = workspace

  await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }))
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await user.type(name, 'Night shift{Enter}')

  await screen.findByText('You are in as many workspaces as are possible. Leave one first.')
  expect(name.value).toBe('Night shift')
})

test('a project that forbids it offers no new workspace', async () => {
  await using _ = await openMenu({ canCreateTeams: false })

  // The item would come with the response of the account service.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('menuitem', { name: 'Create workspace' })).toBeNull()
})
