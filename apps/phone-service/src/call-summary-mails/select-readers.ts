import { isAudibleCall, isReadableCall, type StoredCall } from '../call-log/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'

/** A member who may read an analysis. */
export interface SummaryReader {
  readonly userId: string
  readonly name: string | null
  readonly isAdministrator: boolean
  readonly wasInCall: boolean
}

/**
 * Returns those of the members who may read the analyses of a call: no one gets by e-mail what the phone does not show
 * them.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function selectReaders(
  { authentication }: AuthenticationService,
  call: StoredCall,
  members: readonly { readonly userId: string; readonly name: string | null }[],
): Promise<SummaryReader[]> {
  const { workspaceId } = call
  const administrators = await authentication.workspaceMembers.listAdministrators(workspaceId)
  return members
    .map(({ userId, name }) => ({
      userId,
      name,
      isAdministrator: administrators.has(userId),
      wasInCall: call.userId === userId || call.state.legs.some((leg) => leg.userId === userId),
    }))
    .filter(({ userId, isAdministrator }) => {
      const reader = { workspaceId, userId, isPhoneAdmin: isAdministrator }
      return isReadableCall(call, reader) && isAudibleCall(call, reader)
    })
}
