import type { RoutingStep } from '../call-state/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  selectMembers,
} from '../request-context/index.ts'

/**
 * Returns the steps of a call without the users who are no longer members of the workspace: a call neither rings for
 * them nor is it forwarded to their number. During an outage of the account service, no call is forwarded to the
 * number of a user, because the workspace pays for it.
 */
export async function withoutFormerMembers(
  { authentication }: AuthenticationService,
  workspaceId: string,
  steps: readonly RoutingStep[],
): Promise<readonly RoutingStep[]> {
  const named = new Set(steps.flatMap(listNamedUsers))
  try {
    const members = await selectMembers(authentication, workspaceId, named)
    return steps.flatMap((step) => selectSteps(step, members))
  } catch (error) {
    if (!(error instanceof AccountServiceUnavailableError)) throw error
    return steps.filter((step) => step.kind !== 'number' || step.userId === null)
  }
}

function listNamedUsers(step: RoutingStep): readonly string[] {
  if (step.kind === 'ring') return step.userIds ?? []
  if (step.kind === 'queue') return step.memberIds
  return step.kind === 'menu' || step.userId === null ? [] : [step.userId]
}

function selectSteps(step: RoutingStep, members: ReadonlySet<string>): RoutingStep[] {
  const isMember = (userId: string) => members.has(userId)
  if (step.kind === 'ring') return [{ ...step, userIds: step.userIds?.filter(isMember) ?? null }]
  if (step.kind === 'queue') return [{ ...step, memberIds: step.memberIds.filter(isMember) }]
  return step.kind === 'menu' || step.userId === null || isMember(step.userId) ? [step] : []
}
