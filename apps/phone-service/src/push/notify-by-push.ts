import { isDeepStrictEqual } from 'node:util'
import { createConcurrencyLimit } from '@parley/primitives'
import { type ActiveCallService, isMissedCall, type StoredCall, serializeCall } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import { formatNumber } from '../numbering-plan/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findUserSettings, listDoNotDisturbUsers } from '../user-settings/records/index.ts'
import { deleteSubscription, listSubscriptions, type StoredPushSubscription } from './push-subscriptions.ts'
import { type PushDeps, sendPushMessage } from './send-push-message.ts'

export type NotifyByPushDeps = PushDeps &
  Pick<Services, 'directory'> &
  LiveService &
  ActiveCallService &
  AuthenticationService

/** Of one call. The latest browsers are notified. */
const maxBrowsers = 500
const maxConcurrentMessages = 20
/** A missed call is still of interest when the device is online again. */
const missedTtlMs = 24 * 60 * 60 * 1_000

/** An incoming call that rings. */
interface RingingCall {
  /** Returns the call as it is now. */
  readonly get: () => StoredCall
  /** The user to whom a transferred call returns; null for an incoming call. */
  readonly returnsTo: string | null
  /** Resolves when the call rings no more, or rings for other users. */
  readonly ended: Promise<void>
}

/**
 * Notifies the browsers without an open tab of the users for whom a call rings, and again when it rings no
 * more. A browser with a tab shows the call there only.
 */
export async function notifyByPush(
  deps: NotifyByPushDeps,
  { get, returnsTo, ended }: RingingCall,
): Promise<void> {
  const { database, settings, live } = deps
  const ringing = get()
  const { workspaceId, id: callId } = ringing
  const userIds = returnsTo === null ? (ringing.state.routing?.ringsFor ?? null) : [returnsTo]
  const limit = createConcurrencyLimit(maxConcurrentMessages)
  const subscriptions = await listSubscriptions(database, { workspaceId, userIds }, maxBrowsers)
  const withoutTab = subscriptions.filter(
    ({ userId, deviceId }) =>
      !live.listTabsToRing(workspaceId, userId).some(({ handset }) => handset.deviceId === deviceId),
  )
  const attempts = await Promise.all(
    withoutTab.map((subscription) =>
      limit(async () => {
        const recipient = await findRecipient(deps, subscription, workspaceId)
        if (!recipient) return null
        const { locale } = subscription
        const caller = await describeCaller(deps, subscription.userId, get())
        const { workspaceName } = recipient
        const message = { type: 'ringing', callId, locale, caller, workspaceName } as const
        const isSent = await sendPushMessage(deps, subscription, message, settings.ringTimeoutMs)
        return isSent ? { subscription, caller } : null
      }),
    ),
  )
  const notified = attempts.filter((attempt) => attempt !== null)
  if (notified.length === 0) return
  await ended
  const call = get()
  const outcome = findOutcome(ringing, call)
  const ttlMs = outcome === 'missed' ? missedTtlMs : settings.ringTimeoutMs
  const notifiedIds = notified.map(({ subscription }) => subscription.userId)
  const current = await listSubscriptions(database, { workspaceId, userIds: notifiedIds }, maxBrowsers)
  await Promise.all(
    notified.map(({ subscription: { userId, endpointHash }, caller }) =>
      limit(async () => {
        // Another user may have signed in to the browser.
        const subscription = current.find(
          (each) => each.userId === userId && each.endpointHash === endpointHash,
        )
        if (!subscription || !(await findRecipient(deps, subscription, workspaceId))) return
        const { locale } = subscription
        const message = { type: 'stopped', callId, locale, caller, outcome } as const
        await sendPushMessage(deps, subscription, message, ttlMs)
      }),
    ),
  )
}

/** Returns what the users for whom a call rang may know of it, when it rings for them no more. */
function findOutcome(ringing: StoredCall, call: StoredCall): 'answered' | 'declined' | 'missed' {
  if (call.state.phase === 'ended') return isMissedCall(call) ? 'missed' : 'declined'
  const [before, after] = [ringing.state.routing, call.state.routing]
  // In a queue, it rings for other members in the same step.
  const isUnchanged = before?.step === after?.step && isDeepStrictEqual(before?.ringsFor, after?.ringsFor)
  return isUnchanged ? 'answered' : 'missed'
}

/**
 * Returns the name of the workspace for a user who has several, or null when the user is not signed in any
 * more, is not a member or wants no notifications.
 */
async function findRecipient(
  { database, authentication, log }: NotifyByPushDeps,
  subscription: StoredPushSubscription,
  workspaceId: string,
): Promise<{ readonly workspaceName: string | null } | null> {
  const { accountUsers, accountSessions, now } = authentication
  try {
    if (!(await accountSessions.isActive(subscription, now()))) {
      await deleteSubscription(database, subscription)
      return null
    }
    if ((await findUserSettings(database, subscription.userId)).notifications === 'off') return null
    const doNotDisturbIds = await listDoNotDisturbUsers(database, [subscription.userId], now())
    if (doNotDisturbIds.length > 0) return null
    const user = await accountUsers.find(subscription.userId, now())
    const workspace = user?.workspaces.find(({ id }) => id === workspaceId)
    if (!user || !workspace) return null
    return { workspaceName: user.workspaces.length > 1 ? workspace.displayName : null }
  } catch (error) {
    // A user whose access cannot be checked is not notified.
    log.warn('push.access_not_checked', { userId: subscription.userId, error })
    return null
  }
}

/** Returns the name or number of the caller as the user may see it; null when it is withheld. */
async function describeCaller(
  deps: NotifyByPushDeps,
  userId: string,
  call: StoredCall,
): Promise<string | null> {
  const viewer = { workspaceId: call.workspaceId, userId, isPhoneAdmin: false }
  const { name, number } = await serializeCall(deps, viewer, call)
  return name ?? (number === null ? null : formatNumber(number))
}
