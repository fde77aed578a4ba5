import type { Mutation } from '../mutation.ts'

const teams = 'apps/account-service/src/teams'
const permissions = 'apps/account-service/src/permissions'

export const teamsMutations: readonly Mutation[] = [
  {
    removes: 'A user of another team counts as a member.',
    file: `${teams}/records/team-memberships.ts`,
    find: "    .where('team_id', '=', teamId)\n    .where('user_id', '=', userId)\n}",
    replace: "    .where('user_id', '=', userId)\n}",
    tests: [`${teams}/teams.test.ts`],
  },
  {
    removes: 'Team permissions are not checked.',
    file: `${teams}/require-team-permission.ts`,
    find: 'if (!(await hasTeamPermission(database, projectId, { teamId, userId, permissionId })))',
    replace:
      'if (permissionId === "" && !(await hasTeamPermission(database, projectId, { teamId, userId, permissionId })))',
    tests: [`${teams}/teams.test.ts`],
  },
  {
    removes: 'A member removes others without the permission.',
    file: `${teams}/memberships/remove-team-member.ts`,
    find: "if (userId !== user?.id) await authorizeTeam(database, request, teamId, '$remove_members')",
    replace: 'void authorizeTeam',
    tests: [`${teams}/memberships/team-memberships.test.ts`],
  },
  {
    removes: 'An invitation is accepted by users without the invited e-mail address.',
    file: `${teams}/invitations/require-invitation.ts`,
    find: "if (!channel) throw markDenied(new KnownError('EMAIL_NOT_ASSOCIATED_WITH_USER'))",
    replace: 'if (!channel) return',
    tests: [`${teams}/invitations/team-invitations.test.ts`],
    name: 'TN2',
  },
  {
    removes: 'An invitation is accepted with an unverified e-mail address.',
    file: `${teams}/invitations/require-invitation.ts`,
    find: "  if (!channel.isVerified) throw markDenied(new KnownError('EMAIL_NOT_VERIFIED'))\n",
    replace: '',
    tests: [`${teams}/invitations/team-invitations.test.ts`],
    name: 'TN2',
  },
  {
    removes: 'An invitation that was revoked is accepted.',
    file: `${teams}/invitations/accept-invitation.ts`,
    find: 'if (!(await deleteInvitation(transaction, invitation)))',
    replace: 'if (!(await deleteInvitation(transaction, invitation)) && teamId === "")',
    tests: [`${teams}/invitations/team-invitations.test.ts`],
  },
  {
    removes: 'An invitation of another team can be revoked.',
    file: `${teams}/invitations/invitations.ts`,
    find: "    .where('project_id', '=', projectId)\n    .where('team_id', '=', teamId)\n    .where('id'",
    replace: "    .where('project_id', '=', projectId)\n    .where('id'",
    tests: [`${teams}/invitations/team-invitations.test.ts`],
  },
  {
    removes: 'A client creates teams although the project forbids it.',
    file: `${teams}/create-team.ts`,
    find: 'if (!project.config.client_team_creation_enabled)',
    replace: 'if (project.id === "")',
    tests: [`${teams}/teams.test.ts`],
  },
  {
    removes: 'A client creates a team for another user.',
    file: `${teams}/create-team.ts`,
    find: 'if (isClient && named !== undefined && named !== user?.id)',
    replace: 'if (isClient && named === "")',
    tests: [`${teams}/teams.test.ts`],
  },
  {
    removes: 'A cycle of permission definitions does not end.',
    file: `${permissions}/expand-permissions.ts`,
    find: 'if (!definition || expanded.has(next)) continue',
    replace: 'if (!definition) continue',
    tests: [`${permissions}/permissions.test.ts`],
    name: 'cycles terminate',
  },
  {
    removes: 'Contained permissions are not effective.',
    file: `${permissions}/expand-permissions.ts`,
    find: '    pending.push(...definition.containedPermissionIds)\n',
    replace: '',
    tests: [`${permissions}/permissions.test.ts`],
  },
  {
    removes: 'A new member does not get the default permissions.',
    file: `${teams}/add-member.ts`,
    find: '  await insertTeamGrants(transaction, project.id, grants)\n',
    replace: '  void insertTeamGrants\n  void grants\n',
    tests: [`${teams}/memberships/team-memberships.test.ts`],
  },
]
