import { expect, test } from 'vitest'
import { planRoleChange } from './plan-role-change.ts'

const member = { isAdmin: false, isOwner: false }
const admin = { isAdmin: true, isOwner: false }
const owner = { isAdmin: true, isOwner: true }
const ownerOnly = { isAdmin: false, isOwner: true }

/** Guarantee: a change that fails halfway leaves an administrator, whom the page shows as one. */
test.each([
  [member, 'owner', ['grant phone_admin', 'grant team_admin']],
  [admin, 'owner', ['grant team_admin']],
  [ownerOnly, 'owner', ['grant phone_admin']],
  [owner, 'admin', ['revoke team_admin']],
  [ownerOnly, 'admin', ['grant phone_admin', 'revoke team_admin']],
  [owner, 'member', ['revoke team_admin', 'revoke phone_admin']],
  [admin, 'member', ['revoke phone_admin']],
  [member, 'admin', ['grant phone_admin']],
] as const)('%j becomes %s by these changes', (held, role, expected) => {
  expect(planRoleChange(held, role, true).map(({ type, permission }) => `${type} ${permission}`)).toEqual(
    expected,
  )
})

test('an administrator changes the administrator role only', () => {
  expect(planRoleChange(ownerOnly, 'admin', false)).toEqual([{ type: 'grant', permission: 'phone_admin' }])
})
