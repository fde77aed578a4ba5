import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import type { ApiKeyMethods, TeamApiKey, TeamApiKeyFirstView } from '../api-keys/api-key.ts'
import { createTeamApiKeyMethods } from '../api-keys/api-key-methods.ts'
import type { AppCore } from '../core.ts'
import type { Json } from '../json.ts'
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

export interface TeamUpdate {
  readonly displayName?: string
  /** A data URL; null removes the image. */
  readonly profileImageUrl?: string | null
  readonly clientMetadata?: unknown
}

export type WireTeam = EndpointData<'GET /teams'>['items'][number]

/** @param refresh - Refetches what shows the team. */
export function createTeamObject(core: AppCore, wire: WireTeam, refresh: () => Promise<void>): Team {
  const params = { team: wire.id }
  return {
    id: wire.id,
    displayName: wire.display_name,
    profileImageUrl: wire.profile_image_url,
    clientMetadata: wire.client_metadata,
    clientReadOnlyMetadata: wire.client_read_only_metadata,
    async update({ displayName, profileImageUrl, clientMetadata }) {
      const body = {
        display_name: displayName,
        profile_image_url: profileImageUrl,
        client_metadata: clientMetadata,
      }
      unwrap(await core.request('PATCH /teams/{team}', { params, body }))
      await refresh()
    },
    async delete() {
      unwrap(await core.request('DELETE /teams/{team}', { params }))
      await refresh()
    },
    ...createTeamMemberMethods(core, wire.id),
    ...createTeamApiKeyMethods(core, wire.id),
  }
}
