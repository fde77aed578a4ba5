import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../query-keys.ts'
import type { LiveSocket } from './live-socket.ts'

interface RefreshOptions {
  readonly queryClient: QueryClient
  readonly workspaceId: string
  readonly refetchMe: () => void
}

/** Data whose changes are not reported later. Nothing else fetches again what could not be fetched while disconnected. */
const missedWhileDisconnected: readonly (readonly string[])[] = [
  queryKeys.voicemails.all,
  queryKeys.calls.details,
  queryKeys.parkedCalls,
  queryKeys.waitingCalls,
  queryKeys.contacts.all,
  queryKeys.colleagues.all,
  queryKeys.account.all,
  queryKeys.settings,
  queryKeys.trunks,
  queryKeys.phoneVerifications,
  queryKeys.emergencyRoute,
]

/** Refetches what the service reports as changed. Returns a function that stops it. */
export function refreshOnMessages(
  { queryClient, workspaceId, refetchMe }: RefreshOptions,
  socket: LiveSocket,
): () => void {
  const invalidate = (queryKey: readonly string[]) => void queryClient.invalidateQueries({ queryKey })
  const answered = new Set<string>()
  let wasReady = false
  return socket.onMessage((message) => {
    if (['call.ended', 'call.incoming', 'voicemails.changed', 'call-details.changed'].includes(message.type))
      invalidate(queryKeys.calls.all)
    // Its caller may have left a message, also when the service or the line has ended it.
    const isUnanswered =
      message.type === 'call.ended' &&
      message.call.direction === 'incoming' &&
      message.call.answeredAt === null
    if (isUnanswered || message.type === 'voicemails.changed') invalidate(queryKeys.voicemails.all)
    // Other updates change nothing in the list.
    if (
      message.type === 'call.updated' &&
      (message.call.answeredAt !== null || message.call.isInVoicemail) &&
      !answered.has(message.call.id)
    ) {
      answered.add(message.call.id)
      invalidate(queryKeys.calls.all)
    }
    if (message.type === 'parked-calls.changed') invalidate(queryKeys.parkedCalls)
    if (message.type === 'waiting-calls.changed') invalidate(queryKeys.waitingCalls)
    if (message.type === 'ready') {
      if (wasReady && !message.isResumed) invalidate(queryKeys.calls.all)
      if (wasReady) missedWhileDisconnected.forEach(invalidate)
      wasReady = true
      if (message.workspaceId !== workspaceId) refetchMe()
    }
    if (message.type === 'me.changed') {
      refetchMe()
      invalidate(queryKeys.account.all)
      invalidate(queryKeys.colleagues.all)
      invalidate(queryKeys.emergencyRoute)
    }
    if (message.type === 'colleagues.changed') {
      invalidate(queryKeys.account.all)
      invalidate(queryKeys.colleagues.all)
    }
    if (message.type === 'contacts.changed') invalidate(queryKeys.contacts.all)
    if (message.type === 'phone-verifications.changed') invalidate(queryKeys.phoneVerifications)
    if (message.type === 'trunk.state') invalidate(queryKeys.trunks)
  })
}
