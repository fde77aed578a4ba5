import { unwrap } from '@parley/client'
import type { EndpointError } from '../../../requests/account-client.ts'
import { refreshAfter, takeError } from '../../result.ts'
import type { UserDeps } from '../user-deps.ts'

export interface PasswordMethods {
  /** Sets the first password. Returns the error if it is rejected. */
  setPassword(options: {
    readonly password: string
  }): Promise<EndpointError<'POST /auth/password/set'> | undefined>
  /** Ends all other sessions. Returns the error if the passwords are rejected. */
  updatePassword(passwords: {
    readonly oldPassword: string
    readonly newPassword: string
  }): Promise<EndpointError<'POST /auth/password/update'> | undefined>
  /** Creates recovery codes for the second factor. Earlier codes become invalid. */
  createRecoveryCodes(): Promise<readonly string[]>
  /** Returns the number of recovery codes that have not been used. */
  countRecoveryCodes(): Promise<number>
}

export function createPasswordMethods({ core, refresh }: UserDeps): PasswordMethods {
  return {
    async setPassword({ password }) {
      return takeError(
        await refreshAfter(refresh, core.request('POST /auth/password/set', { body: { password } })),
      )
    },
    async updatePassword({ oldPassword, newPassword }) {
      const body = { old_password: oldPassword, new_password: newPassword }
      return takeError(await refreshAfter(refresh, core.request('POST /auth/password/update', { body })))
    },
    createRecoveryCodes: async () =>
      unwrap(await core.request('POST /auth/mfa/recovery-codes', {})).recovery_codes,
    countRecoveryCodes: async () => unwrap(await core.request('GET /auth/mfa/recovery-codes', {})).remaining,
  }
}
