import type { RateLimit } from '@parley/server'
import { countOmittedRefusal } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { insertRefusal } from './call-refusals.ts'
import { findHomeCountry } from './calling-limits.ts'

/** The workspace and user that place a call. `userId` is null for a redirection by a trunk. */
export interface CallInitiator {
  readonly workspaceId: string
  readonly userId: string | null
}

export type RecordingServices = Pick<Services, 'database' | 'projectId' | 'now' | 'rateLimits'>

const windowMs = 5 * 60_000
/**
 * Refusals of one user, or of the trunks of one workspace, that are recorded. They and their audit entries are
 * stored for long, and no other limit applies to the numbers that a user may dial at any time: those of emergencies.
 */
const limits: readonly RateLimit[] = [
  { name: 'phone-recorded-refusals', attempts: 300, windowMs },
  {
    name: 'phone-recorded-refusals-in-a-day',
    attempts: 1_000,
    windowMs: 24 * 60 * 60_000,
    kind: 'refilling',
  },
]

/**
 * Records the refusal of a call, with its user and the rule or cap that caused it, and audits it. One beyond the limits
 * is counted, and a summary follows in the audit log of the workspace.
 */
export async function recordRefusal(
  services: RecordingServices,
  { workspaceId, userId }: CallInitiator,
  dialled: string,
  refusal: { readonly code: string; readonly details?: unknown },
): Promise<void> {
  const source = userId ?? workspaceId
  for (const limit of limits)
    if (!(await services.rateLimits.consume(limit, source)).isAllowed)
      return await countOmittedRefusal(services, { workspaceId, userId }, windowMs)
  const cap = (refusal.details as { limit?: number } | undefined)?.limit ?? null
  const { code } = refusal
  await createServiceContext(services, { workspaceId, userId }).transaction(async (transaction) => {
    const homeCountry = await findHomeCountry(transaction, workspaceId)
    const stored = { workspaceId, userId, at: services.now(), dialled, code, cap }
    await insertRefusal(transaction, stored, homeCountry)
    await transaction.audit(
      'call.refused',
      { type: 'workspace', id: workspaceId },
      { reason: code, limit: cap, dialled: dialled.slice(0, 200) },
      'denied',
    )
  })
}
