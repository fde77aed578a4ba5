import type { Result } from '@parley/client'
import type { EndpointData, EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'

export type WireUser = EndpointData<'GET /users/me'>

/** The dependencies of a user's methods. */
export interface UserDeps {
  readonly core: AppCore
  /** The id of the user in requests: `me` for the signed-in user of a client. */
  readonly userId: string
  /** Refetches the user and notifies all subscribers. */
  readonly refresh: () => Promise<void>
  /** Changes fields of the user. */
  readonly patch: (body: UserPatch) => Promise<Result<unknown, EndpointError<'PATCH /users/me'>>>
}

/** The fields that a user can change. */
export interface UserPatch {
  readonly display_name?: string | null
  readonly client_metadata?: unknown
  readonly primary_email?: string | null
  readonly profile_image_url?: string | null
  readonly selected_team_id?: string | null
  readonly otp_auth_enabled?: boolean
  readonly passkey_auth_enabled?: boolean
  readonly totp_secret_base64?: string | null
  readonly totp_code?: string
}

/** The dependencies of the signed-in user. */
export interface UserStoreDeps {
  readonly core: AppCore
  /** Refetches the user and notifies all subscribers. */
  readonly refresh: () => Promise<void>
}
