import {
  errorResponse,
  type ReceivedRequest,
  type ScriptedResponse,
} from '../../../kit/src/scripted-server.fixture.ts'
import type { FakeConfig } from './project.fixture.ts'
import type { FakeRecords } from './records.fixture.ts'

/** Creates the responses of a fake account service to the links of e-mails that need the user of an address. */
export function createFakeInvitations(records: FakeRecords, config: FakeConfig) {
  const { codes, sessions, findOrCreateUser, findCodeError } = records

  function describeInvitation(code: string) {
    return {
      is_code_valid: true,
      recipient_email: codes.get(code)?.email,
      expires_at_millis: Date.UTC(2026, 10, 27, 12),
      team_id: 'team-1',
      team_display_name: 'Night shift',
      inviter_display_name: 'Ada Lindqvist',
      permission_ids: ['team_member'],
      created_at_millis: Date.UTC(2026, 10, 20, 12),
    }
  }

  function findInvitationError(request: ReceivedRequest, code: string): ScriptedResponse | null {
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    const error = findCodeError(code, 'invitation')
    if (error) return error
    if (codes.get(code)?.email !== email) return errorResponse('EMAIL_NOT_ASSOCIATED_WITH_USER')
    if (!findOrCreateUser(email).isVerified) return errorResponse('EMAIL_NOT_VERIFIED')
    return config.isTeamFull ? errorResponse('TEAM_MEMBER_LIMIT_REACHED', { limit: 100 }) : null
  }

  function findOwnerError(request: ReceivedRequest, code: string): ScriptedResponse | null {
    const owner = codes.get(code)?.email
    if (!config.verificationNeedsSession || owner === undefined) return null
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    return email === owner ? null : errorResponse('EMAIL_NOT_ASSOCIATED_WITH_USER')
  }

  return { describeInvitation, findInvitationError, findOwnerError }
}
