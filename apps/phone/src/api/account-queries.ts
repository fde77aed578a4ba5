import type { StackClientApp } from '@parley/kit'
import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

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
    /** Whether users may create workspaces. */
    canCreateWorkspaces: () =>
      queryOptions({
        queryKey: queryKeys.account.project,
        queryFn: async () => (await app.getProject()).config.clientTeamCreationEnabled,
      }),
  }
}
