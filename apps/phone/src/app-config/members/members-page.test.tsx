// @vitest-environment jsdom
import { createStore } from '@parley/primitives'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorResponse } from '../../../../../packages/kit/src/scripted-server.fixture.ts'
import { ada, createFakeSocket } from '../../phone.fixture.ts'
import type { PresenceByUser } from '../../presence/track-presence.ts'
import { grace, memberPermissions, ownerPermissions, self } from '../../workspace-service.fixture.ts'
import { openMembers } from './members-page.fixture.tsx'

beforeEach(() => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false))
afterEach(cleanup)
configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })

const team = ada.workspace.id
const findRow = (name: string) => screen.findByRole('listitem', { name: (_, row) => hasText(row, name) })
const hasText = (row: Element, text: string) => row.textContent?.includes(text) ?? false

test('an owner makes a member an administrator, and takes the role back', async () => {
  await using workspace = await openMembers({ permissions: ownerPermissions, admins: [self] })
  const user = userEvent.setup()
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Grace' })

  await user.selectOptions(role, 'Administrator')
  await screen.findByText('Grace is an administrator now.')
  await waitFor(() => expect(role.value).toBe('admin'))
  await waitFor(() => expect(role.getAttribute('aria-busy')).toBeNull())
  await user.selectOptions(role, 'Member')
  await waitFor(() => expect(role.value).toBe('member'))

  expect(workspace.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /team-permissions/${team}/grace/phone_admin`,
    `DELETE /team-permissions/${team}/grace/phone_admin`,
  ])
})

test('the owner and the last administrator have a role that cannot be changed', async () => {
  await using _ = await openMembers({ permissions: ownerPermissions, admins: [self] })

  expect(within(await findRow('Ada')).getByText('Owner')).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Role of Ada' })).toBeNull()
  expect(screen.getByText(/You are the only owner/)).toBeDefined()
})

/** Guarantee: members see only what they may use. */
test('a member sees roles and invitations, and can invite, but neither change roles nor remove or withdraw', async () => {
  await using _ = await openMembers({
    permissions: memberPermissions,
    admins: [grace],
    owners: [grace],
    invitations: [{ id: 'i', recipient_email: 'hedy@example.com' }],
  })

  expect(within(await findRow('Grace')).getByText('Owner')).toBeDefined()
  expect(within(await findRow('Linus')).getByText('Member')).toBeDefined()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  expect(screen.queryByText(/Only one member is an administrator/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save name' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send invitation' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Send again to hedy@example.com' })).toBeDefined()
})

test('an administrator without other rights changes roles, but does not remove members', async () => {
  await using _ = await openMembers({
    permissions: [...memberPermissions, 'phone_admin'],
    admins: [self, grace],
    owners: [grace],
  })

  await screen.findByRole('combobox', { name: 'Role of Linus' })
  expect(screen.queryByRole('combobox', { name: 'Role of Grace' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('an administrator who is not the owner renames the workspace', async () => {
  await using workspace = await openMembers({
    permissions: [...memberPermissions, 'phone_admin', '$update_team'],
    admins: [self, grace],
    owners: [grace],
  })
  const user = userEvent.setup()
  const name = await screen.findByRole('textbox', { name: 'Name' })

  await user.clear(name)
  await user.type(name, 'Night shift{Enter}')

  await screen.findByText('Workspace renamed')
  expect(workspace.changes().map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    `PATCH /teams/${team} {"display_name":"Night shift"}`,
  ])
})

test('a user who may only read the members does not see the invitations', async () => {
  await using _ = await openMembers({ permissions: ['$read_members'], admins: [grace], owners: [] })

  await findRow('Grace')
  expect(screen.queryByRole('heading', { name: 'Invite' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Open invitations' })).toBeNull()
})

test('giving up the own role is confirmed, and a refusal is explained in a sentence', async () => {
  await using workspace = await openMembers({
    permissions: [...memberPermissions, 'phone_admin'],
    admins: [self, grace],
    owners: [],
    onChange: () => errorResponse('TEAM_PERMISSION_LAST_HOLDER', {}),
  })
  const user = userEvent.setup()

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ada' }), 'Member')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(workspace.changes()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Give up the role' }))

  expect(
    await dialog.findByText(
      'A workspace needs an administrator. Make another member an administrator first.',
    ),
  ).toBeDefined()
})

test('an owner from whom the administrator role was taken takes it again without a question', async () => {
  await using workspace = await openMembers({
    permissions: ownerPermissions.filter((id) => id !== 'phone_admin'),
    admins: [grace],
    owners: [self],
  })
  const user = userEvent.setup()

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ada' }), 'Owner')

  await screen.findByText('Ada is an owner now.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(workspace.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /team-permissions/${team}/${self}/phone_admin`,
  ])
})

test('several addresses are invited together; those that were not invited stay in the field', async () => {
  let count = 0
  await using workspace = await openMembers({
    permissions: ownerPermissions,
    admins: [self],
    onChange: () => (++count === 2 ? errorResponse('EMAIL_NOT_VERIFIED') : null),
  })
  const user = userEvent.setup()
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail')

  await user.type(field, 'hedy@example.com, not-an-address')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('Write whole e-mail addresses, with a comma between them.')
  expect(workspace.changes()).toEqual([])

  await user.clear(field)
  await user.type(field, 'hedy@example.com, grace@example.com;linus@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText(/Verify your own e-mail first/)

  expect(await screen.findByText('An invitation was sent to hedy@example.com.')).toBeDefined()
  expect(field.value).toBe('grace@example.com, linus@example.com')
})

test('an invitation that failed says so, and is sent again or withdrawn', async () => {
  await using workspace = await openMembers({
    permissions: ownerPermissions,
    admins: [self],
    invitations: [{ id: 'failed', recipient_email: 'gone@example.com', is_undeliverable: true }],
  })
  const user = userEvent.setup()

  await screen.findByText('Failed: the mail server rejects this address.')
  await user.click(screen.getByRole('button', { name: 'Send again to gone@example.com' }))
  await screen.findByText('An invitation was sent to gone@example.com.')
  const [withdraw] = screen.getAllByRole('button', { name: 'Withdraw the invitation to gone@example.com' })
  if (withdraw) await user.click(withdraw)
  await screen.findByText('The invitation to gone@example.com has been withdrawn.')

  expect(workspace.changes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /team-invitations/send-code',
    `DELETE /team-invitations/failed?team_id=${team}`,
  ])
})

test('a long list can be searched', async () => {
  const others = Array.from({ length: 500 }, (_, i) => [`person-${i}`, `Member ${i}`])
  await using _ = await openMembers({
    permissions: ownerPermissions,
    admins: [self],
    names: { [self]: 'Ada', ...Object.fromEntries(others) },
  })
  const user = userEvent.setup()
  const search = await screen.findByLabelText('Search members')

  await user.type(search, 'mEmber 499')
  await waitFor(() => expect(screen.queryByText('Ada')).toBeNull())
  expect(screen.getByText('Member 499')).toBeDefined()
  await user.type(search, 'x')
  await screen.findByText('No member matches “mEmber 499x”.')
})

/** The page of a workspace with one open invitation, which Hedy accepts while the page is open. */
async function openWhileInvited(phone: Parameters<typeof openMembers>[1] = {}) {
  const names: Record<string, string> = { [self]: 'Ada' }
  const invitations = [{ id: 'i', recipient_email: 'hedy@example.com' }]
  const workspace = await openMembers(
    { permissions: ownerPermissions, admins: [self], names, invitations },
    phone,
  )
  await screen.findByText('hedy@example.com')
  return {
    acceptInvitation() {
      names.hedy = 'Hedy'
      invitations.length = 0
    },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  }
}

async function expectHedyJoined() {
  await findRow('Hedy')
  await waitFor(() => expect(screen.queryByText('hedy@example.com')).toBeNull())
}

test('a colleague who has joined is shown when the user returns to the window', async () => {
  await using workspace = await openWhileInvited()

  workspace.acceptInvitation()
  window.dispatchEvent(new Event('focus'))

  await expectHedyJoined()
})

test('a colleague who has joined is shown when the service reports changed members', async () => {
  const socket = createFakeSocket()
  await using workspace = await openWhileInvited({ socket })

  workspace.acceptInvitation()
  socket.receive({ type: 'me.changed' })

  await expectHedyJoined()
})

test('a colleague who has joined is shown within 30 seconds while the page is visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await using workspace = await openWhileInvited()

  workspace.acceptInvitation()
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()

  await expectHedyJoined()
})

test('the members are shown with their presence', async () => {
  const presence = new Map([['grace', 'in-call']]) as PresenceByUser
  await using _ = await openMembers(
    { permissions: ownerPermissions, admins: [self] },
    { presence: { ...createStore(presence), close() {} } },
  )

  expect(within(await findRow('Grace')).getByText('In a call')).toBeDefined()
  expect(within(await findRow('Ada')).getByText('Away')).toBeDefined()
})
