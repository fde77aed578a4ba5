import { expect, test } from 'vitest'
import { planRoleChange } from './plan-role-change.ts'

const member = { isAdmin: false, isOwner: false }
const admin = { isAdmin: true, isOwner: false }
const owner = { isAdmin: true, isOwner: true }
const ownerOnly = { isAdmin: false, isOwner: true }

/** Guarantee: a member is not made an administrator when the user does not confirm the change of the owner. */
test.each([
  [member, 'owner', ['grant team_admin', 'grant phone_admin']],
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
