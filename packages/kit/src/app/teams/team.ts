import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'

export interface Team {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: unknown
  readonly clientReadOnlyMetadata: unknown
  /** Requires the team permission `$update_team`. */
  update(change: TeamChange): Promise<void>
}

export interface TeamChange {
  readonly displayName?: string
  readonly clientMetadata?: unknown
}

type WireTeam = EndpointData<'GET /teams'>['items'][number]

export function createTeamObject(core: AppCore, wire: WireTeam, refreshUser: () => Promise<void>): Team {
  return {
    id: wire.id,
    displayName: wire.display_name,
    profileImageUrl: wire.profile_image_url,
    clientMetadata: wire.client_metadata,
    clientReadOnlyMetadata: wire.client_read_only_metadata,
    async update({ displayName, clientMetadata }) {
      const body = { display_name: displayName, client_metadata: clientMetadata }
      unwrap(await core.request('PATCH /teams/{team}', { params: { team: wire.id }, body }))
      await refreshUser()
    },
  }
}
