import type { StackClientApp } from '@parley/kit'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'
import { ownerPermission } from './workspace-permissions.ts'

/**
 * The queries of the account service for screens of the phone. They fail if the user lacks the permission.
 */
export function accountQueries(app: StackClientApp) {
  return {
    /** Whether the workspace has members besides the user. */
    hasColleagues: (workspaceId: string) =>
      queryOptions({
        queryKey: queryKeys.account.colleagues(workspaceId),
        queryFn: async () => {
          const user = await app.getUser()
          const team = await user?.getTeam(workspaceId)
          return team ? (await team.listUsers()).length > 1 : false
        },
      }),
    /** Whether the owner of the workspace has invited members; null for users who joined the workspace. */
    hasInvited: (workspaceId: string) =>
      queryOptions({
        queryKey: queryKeys.account.invited(workspaceId),
        queryFn: async () => {
          const user = await app.getUser()
          const team = await user?.getTeam(workspaceId)
          if (!user || !team || !(await user.hasPermission(team, ownerPermission))) return null
          if ((await team.listUsers()).length > 1) return true
          return (await team.listInvitations()).length > 0
        },
      }),
    /** Whether users may create workspaces. */
    canCreateWorkspaces: () =>
      queryOptions({
        queryKey: queryKeys.account.project,
        queryFn: async () => (await app.getProject()).config.clientTeamCreationEnabled,
      }),
  }
}
