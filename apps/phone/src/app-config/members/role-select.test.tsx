// @vitest-environment jsdom

import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorResponse } from '../../../../../packages/kit/src/scripted-server.fixture.ts'
import { grace, memberPermissions, ownerPermissions, self } from '../../workspace-service.fixture.ts'
import { openMembers } from './members-page.fixture.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

type Workspace = Awaited<ReturnType<typeof openMembers>>

const findRole = (name: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Role of ${name}` })
const listOptions = (role: HTMLSelectElement) => [...role.options].map(({ text }) => text)

/** Lists the requested changes, such as `POST grace/team_admin`. */
function listChanges(workspace: Workspace): string[] {
  return workspace.changes().map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`)
}

test('XR3: an owner makes a member the owner, and resigns after one question', async () => {
  await using workspace = await openMembers({ permissions: ownerPermissions, admins: [self] })
  const user = userEvent.setup()

  expect(screen.queryByRole('combobox', { name: 'Role of Ada' })).toBeNull()
  await user.selectOptions(await findRole('Grace'), 'Owner')
  await screen.findByText('Grace is an owner now.')
  const own = await findRole('Ada')
  expect(own.value).toBe('owner')
  await user.selectOptions(own, 'Member')
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('Give up your owner role?')
  expect(listChanges(workspace)).toEqual(['POST grace/team_admin', 'POST grace/phone_admin'])
  await user.click(dialog.getByRole('button', { name: 'Give up the role' }))

  await screen.findByText('Ada is a member now.')
  expect(listChanges(workspace).slice(2)).toEqual([`DELETE ${self}/team_admin`, `DELETE ${self}/phone_admin`])
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('an owner makes another owner an administrator', async () => {
  await using workspace = await openMembers({
    permissions: ownerPermissions,
    admins: [self, grace],
    owners: [self, grace],
  })

  await userEvent.setup().selectOptions(await findRole('Grace'), 'Administrator')

  await screen.findByText('Grace is an administrator now.')
  expect((await findRole('Grace')).value).toBe('admin')
  expect(listChanges(workspace)).toEqual(['DELETE grace/team_admin'])
})

test('a member whom the service refuses as owner keeps the role', async () => {
  await using workspace = await openMembers({
    permissions: ownerPermissions,
    admins: [self],
    onChange: (name) => (name.endsWith('/team_admin') ? errorResponse('TEAM_PERMISSION_REQUIRED', {}) : null),
  })
  const role = await findRole('Grace')

  await userEvent.setup().selectOptions(role, 'Owner')

  await screen.findByText('You are not allowed to do this. Ask an administrator.')
  await waitFor(() => expect(role.value).toBe('member'))
  expect(listChanges(workspace)).toEqual(['POST grace/team_admin'])
})

/** Guarantee (ZR16): the page asks for a recent sign-in where the service requires one. */
test('ZR16: a member keeps the role when the owner does not confirm with the password', async () => {
  await using workspace = await openMembers({
    permissions: ownerPermissions,
    admins: [self],
    onChange: () => errorResponse('USER_AUTHENTICATION_REQUIRED', {}),
  })
  const role = await findRole('Grace')
  const user = userEvent.setup()

  await user.selectOptions(role, 'Owner')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(role.value).toBe('member')
  expect(listChanges(workspace)).toEqual(['POST grace/team_admin'])
})

test('an owner who is the last one by now reads that another member must become the owner', async () => {
  await using _ = await openMembers({
    permissions: ownerPermissions,
    admins: [self, grace],
    owners: [self, grace],
    onChange: () => errorResponse('TEAM_PERMISSION_LAST_HOLDER', { permission_id: 'team_admin' }),
  })
  const user = userEvent.setup()

  const role = await findRole('Ada')
  await user.selectOptions(role, 'Administrator')
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Give up the role' }))

  await dialog.findByText('A workspace needs an owner. Make another member the owner first.')
  expect(role.value).toBe('owner')
})

/** Guarantee (XR3): an administrator is not offered ownership. */
test.each([
  { by: 'an administrator', owners: [grace], permissions: [...memberPermissions, 'phone_admin'] },
  { by: 'an owner', owners: [self], permissions: ownerPermissions },
])('the roles that $by can give', async ({ owners, permissions }) => {
  await using _ = await openMembers({ permissions, admins: [self, grace], owners: [...owners] })
  const isOwner = owners.includes(self)

  expect(listOptions(await findRole('Linus'))).toEqual([
    ...(isOwner ? ['Owner'] : []),
    'Administrator',
    'Member',
  ])
  expect(screen.queryByRole('combobox', { name: `Role of ${isOwner ? 'Ada' : 'Grace'}` })).toBeNull()
})
