import type { QueuePositionName } from '@parley/call-engine'
import { announcements } from '@parley/contract/phone'
import { listQueuedCalls } from '../../call-log/index.ts'
import { type CallPlayer, type CallQueue, findMenuStep, findQueueStep } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { addPlayer } from '../players/add-player.ts'
import { playHoldMusic } from '../players/hold-music.ts'
import { openAnnouncement } from '../players/open-announcement.ts'
import { stopWaitingAudio } from '../players/remove-players.ts'
import { createPositionTimer, setTimer } from '../timers/timer-data.ts'

/**
 * Plays their position to a caller who waits in a queue, in place of the music, and sets the timer of the next time.
 * Only the caller hears it. A failure does not interrupt the call.
 */
export async function announcePosition(parts: CallParts): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const { queue } = record.state
  const { legId } = ringing
  if (!queue || !findQueueStep(record.state) || legId === null || !conference.current) return
  record.changeTimers([setTimer(createPositionTimer())])
  // The audio of a user who has answered is being connected.
  if (ringing.answering) return
  try {
    const name = toAnnouncementName(await findPosition(parts, queue))
    await using announcement = await openAnnouncement(parts, name)
    await stopWaitingAudio(parts, legId)
    await addPlayer(parts, { plays: 'announcement', to: [legId] }, announcement.source)
  } catch (error) {
    deps.log.error('call.position_not_played', { callId: record.id, error })
  }
}

/** Plays music again to a caller who has heard their position and still waits. No-op for other players. */
export async function resumeWaitingMusic(parts: CallParts, player: CallPlayer): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const { state, hasEnded } = record
  const legId = player.plays === 'announcement' ? ringing.legId : null
  if (legId === null || !player.to.includes(legId) || !conference.current) return
  const isWaiting = state.answeredAt === null && !state.voicemail && !findMenuStep(state)
  if (hasEnded || !isWaiting || (state.players ?? []).length > 0) return
  await playHoldMusic(parts, [legId]).catch((error) => {
    deps.log.error('call.music_not_played', { callId: record.id, error })
  })
}

/** Counts the calls on all nodes that have entered the queue before. */
async function findPosition({ deps, record }: CallParts, { queueId, place }: CallQueue): Promise<number> {
  const waiting = await listQueuedCalls(deps.database, record.stored.workspaceId)
  return waiting.filter((other) => other.queueId === queueId && other.place < place).length + 1
}

function toAnnouncementName(position: number): QueuePositionName {
  return position > announcements.maxSpokenPosition ? 'queue-position-many' : `queue-position-${position}`
}
