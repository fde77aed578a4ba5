import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'

/** Protections of teams and their owners against their members. */
export const teamAttackMutations: readonly Mutation[] = [
  {
    removes: 'XR3: The last owner of a team leaves its other members.',
    file: `${accounts}/permissions/managed-permissions.ts`,
    find: '[deleteTeamPermission, ...managed]',
    replace: '[...managed].filter((id) => id !== ownerPermission)',
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'where members do not name owners',
  },
  {
    removes: 'XR3: An administrator makes themself the owner of the team.',
    file: `${accounts}/permissions/grants/authorize-permission-change.ts`,
    find: '    await requireTeamPermission(transaction, project.id, { ...member, permissionId })\n',
    replace:
      "    await requireTeamPermission(transaction, project.id, { ...member, permissionId: 'phone_admin' })\n",
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'change who owns the team',
  },
  {
    removes: 'A former owner no longer sees the members of the team.',
    file: `${accounts}/permissions/grants/revoke-team-permission.ts`,
    find: '    if (wasOwner &&',
    replace: '    if (!isClient && wasOwner &&',
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'keeps what every member may do',
  },
  {
    removes: 'A user is deleted and joins a team concurrently: both wait for each other.',
    file: `${accounts}/teams/membership-quotas.ts`,
    find: '  if (settings.max_members_per_team !== null) await lockTeam(transaction, teamId)\n',
    replace:
      '  await lockUser(transaction, userId)\n  if (settings.max_members_per_team !== null) await lockTeam(transaction, teamId)\n',
    tests: [`${accounts}/permissions/grants/member-managed-permissions.test.ts`],
    name: 'without a deadlock',
  },
  {
    removes: 'XR4: Members manage a permission by the id of an earlier definition.',
    file: `${accounts}/permissions/definitions/propagate-changes.ts`,
    find: 'change(settings.member_managed_permissions)',
    replace: 'settings.member_managed_permissions',
    tests: [`${accounts}/permissions/definitions/permission-definitions.test.ts`],
    name: 'XR4',
  },
  {
    removes: 'ZR6: an account that another person may claim joins a team by its code',
    file: 'apps/account-service/src/teams/invitations/require-invitation.ts',
    find: '  await requireVerifiedAddressForUser(database, project, userId)\n',
    replace: '',
    tests: ['apps/account-service/src/teams/invitations/verified-addresses.test.ts'],
    name: 'ZR6',
  },
  {
    removes: 'ZR7: An owner keeps a member in the team.',
    file: 'apps/account-service/src/permissions/managed-permissions.ts',
    find: '    if (await hasHolder(transaction, projectId, { ...grant, permissionId: deleteTeamPermission })) continue\n',
    replace: '',
    tests: ['apps/account-service/src/permissions/grants/member-managed-permissions.test.ts'],
    name: 'ZR7',
  },
  {
    removes: 'ZR16: An administrator takes the permissions of an owner.',
    file: `${accounts}/permissions/grants/authorize-permission-change.ts`,
    find: '  await requireOwnerToChangeOwner(transaction, { project, accessType, user }, { teamId, userId })\n',
    replace: '',
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'ZR16: only owners',
  },
  {
    removes: 'ZR16: A member who may remove members removes an owner.',
    file: `${accounts}/teams/memberships/remove-team-member.ts`,
    find: '    await requireOwnerToChangeOwner(transaction, request, { teamId, userId })\n',
    replace: '',
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'ZR16: a member who may remove',
  },
  {
    removes: 'ZR16: A stolen session makes its thief the owner of the team.',
    file: `${accounts}/permissions/grants/grant-team-permission.ts`,
    find: '        requireRecentAuthentication(request, now())\n',
    replace: '        requireRecentAuthentication(request, new Date(0))\n',
    tests: [`${accounts}/permissions/grants/team-owners.test.ts`],
    name: 'ZR16: a member is made',
  },
]
