import { createPlayerCommand } from './add-player.ts'
import type { ConferenceParts } from './conference-parts.ts'
import { failed, isActive, type Leg } from './legs/leg.ts'
import { resendSettings } from './legs/resend-settings.ts'

/**
 * Moves the legs of `from` to `into`, with their settings. In one media process, their audio is not interrupted.
 * Otherwise telephones are moved as after an exit of the process, and browsers reconnect. A recording continues
 * in other files.
 */
export async function mergeConferences(into: ConferenceParts, from: ConferenceParts): Promise<void> {
  const recording = await from.recorder.release()
  await Promise.all(from.legs.all.map(({ mediaSetup }) => mediaSetup))
  if (from.media.isEmergency) await into.media.setEmergency(true)
  const isSame = isSameProcess(into, from)
  into.requests.adopt(from.requests)
  const adopted = into.legs.adopt(from.legs)
  if (isSame) {
    // Events that the process has sent before the command name the other conference.
    from.targets = into.targets
    await into.media.applySetting({ command: 'adopt-legs', from: from.media.conferenceId })
  } else await moveToOtherProcess(adopted, into)
  if (!recording) return
  if (recording.isPaused) await into.recorder.setPaused(true)
  const recorded = into.legs.select(recording.legIds)
  if (recorded.length > 0) await into.recorder.startFor(recorded, recording.directory, recording.replacements)
}

/** Returns whether no leg is lost: a telephone that is not answered cannot be moved to another media process. */
export function canMoveAllLegs(into: ConferenceParts, from: ConferenceParts): boolean {
  return isSameProcess(into, from) || from.legs.all.every((leg) => !leg.phone || leg.state !== 'arriving')
}

function isSameProcess(into: ConferenceParts, from: ConferenceParts): boolean {
  return into.media.mediaProcess === from.media.mediaProcess
}

async function moveToOtherProcess(
  legs: readonly Leg[],
  { media, legs: owner }: ConferenceParts,
): Promise<void> {
  for (const leg of legs) {
    if (leg.kind === 'browser') {
      leg.hasMedia = false
      owner.detach(leg)
    }
    const command = createPlayerCommand(leg)
    // A file of the caller may no longer exist.
    if (command) await media.applySetting(command).catch(() => owner.remove(leg, failed))
  }
  await Promise.all(
    legs.map(async (leg) => {
      if (!leg.phone) return
      await leg.phone.migrate((request) => media.requestWithRetry(request))
      if (isActive(leg)) await resendSettings(leg, (request) => media.applySetting(request))
    }),
  )
}
