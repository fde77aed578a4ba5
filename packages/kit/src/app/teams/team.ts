import type { EndpointData } from '../../requests/account-client.ts'
import type { ApiKeyMethods, TeamApiKey, TeamApiKeyFirstView } from '../api-keys/api-key.ts'
import { createTeamApiKeyMethods } from '../api-keys/api-key-methods.ts'
import type { AppCore } from '../core.ts'
import type { Json } from '../json.ts'
import type { TeamUpdate } from './team-member.ts'
import { createTeamMemberMethods, type TeamMemberMethods } from './team-members.ts'

/** A team. Which methods a user may call depends on the permissions in the team. */
export interface Team extends TeamMemberMethods, ApiKeyMethods<TeamApiKey, TeamApiKeyFirstView> {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  /** Requires the team permission `$update_team`. */
  update(change: TeamUpdate): Promise<void>
  /**
   * Deletes the team and all its data. Requires the team permission `$delete_team` and, if the project
   * requires it, a recent sign-in.
   */
  delete(): Promise<void>
}

export type WireTeam = EndpointData<'GET /teams'>['items'][number]

const requests = () => import('./team-member-requests.ts')

/** @param refresh - Refetches what shows the team. */
export function createTeamObject(core: AppCore, wire: WireTeam, refresh: () => Promise<void>): Team {
  return {
    id: wire.id,
    displayName: wire.display_name,
    profileImageUrl: wire.profile_image_url,
    clientMetadata: wire.client_metadata,
    clientReadOnlyMetadata: wire.client_read_only_metadata,
    async update(change) {
      await (await requests()).updateTeam(core, wire.id, change)
      await refresh()
    },
    async delete() {
      await (await requests()).deleteTeam(core, wire.id)
      await refresh()
    },
    ...createTeamMemberMethods(core, wire.id),
    ...createTeamApiKeyMethods(core, wire.id),
  }
}
