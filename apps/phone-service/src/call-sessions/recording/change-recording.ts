import { linkActiveCalls, listRecordingCalls } from '../../call-log/index.ts'
import { isRecordingActive } from '../../call-state/index.ts'
import type { RecordingChange } from '../parts/call-control.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { addPlayer } from '../players/add-player.ts'
import { openAnnouncement } from '../players/open-announcement.ts'
import { removePlayers } from '../players/remove-players.ts'
import { disableAutomaticResume } from '../transfers/consultation-rules.ts'
import { listRecordableLegs } from './recordable-legs.ts'

/**
 * Changes the recording of a call at the request of a user.
 *
 * @throws {PhoneError} `RECORDING_LIMIT_REACHED`, `RECORDING_QUOTA_REACHED`, `RECORDING_DISK_FULL`,
 *   `EMERGENCY_CALL_NOT_RECORDED`, `NOT_RECORDING`, `ENGINE_UNAVAILABLE`
 */
export async function changeRecording(parts: CallParts, change: RecordingChange): Promise<void> {
  const { record, recorder } = parts
  switch (change) {
    case 'start':
      await removePlayers(parts, ({ plays }) => plays === 'recording-stops')
      return await recorder.startOrSchedule()
    case 'pause':
      await recorder.setPaused('paused')
      recorder.linkedPauses.overrule('pause')
      return await disableAutomaticResume(record)
    case 'resume':
      await recorder.setPaused('resumed')
      return recorder.linkedPauses.overrule('resume')
    case 'stop':
      return await stopRecording(parts)
  }
}

/** Stops the recording and announces its end to the participants, also when its beginning is still being announced. */
async function stopRecording(parts: CallParts): Promise<void> {
  const { deps, record, recorder } = parts
  const wasActive = isRecordingActive(record.state)
  await recorder.stop()
  if (!wasActive) return
  try {
    await removePlayers(parts, ({ plays }) => plays === 'announcement')
    if (!isRecordedByOthers(parts)) await announceEnd(parts)
  } catch (error) {
    deps.log.error('recording.end_not_announced', { callId: record.id, error })
  }
}

async function announceEnd(parts: CallParts): Promise<void> {
  await using announcement = await openAnnouncement(parts, 'recording-stops')
  for (const legId of listRecordableLegs(parts.record.state))
    await addPlayer(parts, { plays: 'recording-stops', to: [legId] }, announcement.source)
}

/** Returns whether another user of the conference records it, so that its participants are still recorded. */
function isRecordedByOthers({ deps, record }: CallParts): boolean {
  return listRecordingCalls(record.stored, linkActiveCalls(deps)).length > 0
}
