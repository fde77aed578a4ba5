import { createRepeatedWarning, type RateLimit } from '@parley/server'
import type { Services } from '../../services.ts'

const windowMs = 5 * 60_000
/** Of one caller to one workspace. */
const perCaller = createLimit('phone-incoming-calls-by-caller', 30)
/** More than of one caller, because callers who withhold their number are many, and nothing distinguishes them. */
const withheld = createLimit('phone-incoming-calls-withheld', 90)
/** Fewer than of the workspace, so that a flood through one trunk leaves some to the others. */
const perTrunk = createLimit('phone-incoming-calls-by-trunk', 300)
const perWorkspace = createLimit('phone-incoming-calls', 450)

interface LimitedCall {
  readonly workspaceId: string
  readonly trunkId: string
  /** The caller in E.164, or the text that the network sent instead; null when it is withheld. */
  readonly caller: string | null
}

/**
 * Limits the incoming calls that are stored, because a caller who hangs up immediately would fill the list of
 * calls.
 */
export interface IncomingCallLimit extends Disposable {
  /** Counts a call. Returns whether it may be stored and ring. */
  consume(call: LimitedCall): Promise<boolean>
  /** Logs that a call was rejected because too many of its trunk wait to be stored. */
  logFullQueue(trunkId: string): void
  /** Logs that a call was rejected because too many calls of its caller are not answered yet. */
  logUnansweredCalls(workspaceId: string): void
}

/**
 * The first call of a workspace or trunk that a limit rejects is logged immediately, and then the number of further
 * ones once in each `summaryIntervalMs`.
 */
export function createIncomingCallLimit(
  { rateLimits, log }: Pick<Services, 'rateLimits' | 'log'>,
  summaryIntervalMs = 5 * 60_000,
): IncomingCallLimit {
  const warning = createRepeatedWarning(log, {
    event: 'incoming_calls.limited',
    countField: 'calls',
    intervalMs: summaryIntervalMs,
  })

  function logRejection(
    subject: { readonly workspaceId: string } | { readonly trunkId: string },
    limit: string,
  ): void {
    const key = [...Object.values(subject), limit].join(' ')
    warning.warn(key, { reason: 'INCOMING_CALL_LIMIT', ...subject, limit })
  }

  return {
    async consume({ workspaceId, trunkId, caller }) {
      const counted = [
        caller === null
          ? { limit: withheld, key: `${workspaceId} ${trunkId}` }
          : { limit: perCaller, key: `${workspaceId} ${caller}` },
        // The simulated telephone network is the trunk of all workspaces.
        { limit: perTrunk, key: `${workspaceId} ${trunkId}` },
        { limit: perWorkspace, key: workspaceId },
      ]
      for (const { limit, key } of counted) {
        const { isAllowed } = await rateLimits.consume(limit, key)
        if (isAllowed) continue
        logRejection({ workspaceId }, limit.name)
        return false
      }
      return true
    },
    logFullQueue: (trunkId) => logRejection({ trunkId }, 'waiting-calls-of-trunk'),
    logUnansweredCalls: (workspaceId) => logRejection({ workspaceId }, 'unanswered-calls-of-caller'),
    [Symbol.dispose]: () => warning[Symbol.dispose](),
  }
}

/** Creates a refilling limit, so that after a flood the next caller rings within seconds. */
function createLimit(name: string, attempts: number): RateLimit {
  return { name, attempts, windowMs, kind: 'refilling' }
}
