import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import { enableOtp, hasDisabledOtp } from '../records/index.ts'
import { listChannels } from './channels.ts'

/**
 * Enables sign-in with codes for a user who has verified an e-mail address, unless the user has disabled it.
 * A request for a code would enable it anyway, so the settings of the account would be wrong until then. In
 * projects in which each request enables it, the SDK shows that state.
 */
export async function enableCodeSignIn(
  transaction: Database,
  { id: projectId, config, settings }: Project,
  userId: string,
): Promise<void> {
  if (!config.magic_link_enabled || !settings.code_sign_in_stays_disabled) return
  const channels = await listChannels(transaction, projectId, { userId })
  if (!channels.some(({ isVerified, usedForAuth }) => isVerified && usedForAuth)) return
  if (!(await hasDisabledOtp(transaction, userId))) await enableOtp(transaction, userId)
}
