import { KnownError } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isViolationOf } from '../database/index.ts'
import { setTotpSecret } from '../mfa/index.ts'
import type { Services } from '../services.ts'
import { findUser } from './user-records.ts'
import { userShape } from './user-shape.ts'
import { changeUser, selectedMembershipConstraint, type UserChanges } from './users.ts'

type Update = typeof users.updateOwnUser

export async function updateOwnUser(services: Services, request: ServedRequest<Update>) {
  const { database, now } = services
  const { project, user, actor, body, call } = request
  const { passkey_auth_enabled, totp_secret_base64, ...changes } = body
  if (passkey_auth_enabled) throw new TextError(400, 'A passkey is made by registering it.')
  if (changes.otp_auth_enabled && !project.config.magic_link_enabled)
    throw new TextError(400, 'Signing in by e-mail is not enabled for this project.')

  await database.transaction().execute(async (transaction) => {
    try {
      await changeUser(transaction, project.id, user.id, withoutEmptyName(changes))
    } catch (error) {
      if (!isViolationOf(error, selectedMembershipConstraint)) throw error
      throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', {
        team_id: changes.selected_team_id ?? '',
        user_id: user.id,
      })
    }
    if (totp_secret_base64 !== undefined)
      await setTotpSecret(services, transaction, request, {
        userId: user.id,
        secretBase64: totp_secret_base64,
        call,
      })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'user.updated',
      subject: { type: 'user', id: user.id },
      details: { fields: Object.keys(body).join(' ') },
      call,
      at: now(),
    })
  })
  const changed = await findUser(database, project.id, user.id)
  if (!changed) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  return userShape(changed)
}

/** An empty name is none. */
function withoutEmptyName(changes: UserChanges): UserChanges {
  return changes.display_name === '' ? { ...changes, display_name: null } : changes
}
