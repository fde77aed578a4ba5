import type { RequestMedia } from '../process/conference-media.ts'
import { createPlayerCommand } from './add-player.ts'
import type { EventTargets } from './handle-media-events.ts'
import { isActive } from './legs/leg.ts'
import { resendSettings } from './legs/resend-settings.ts'

const mediaLost = { reason: 'media-lost', sipAnswer: null } as const

/**
 * Updates the conference after its media process exited: detaches browsers, removes players that cannot begin
 * anew, and repairs the recordings.
 */
export function onMediaProcessLost({ legs, recorder }: EventTargets): void {
  void recorder.onProcessLost()
  for (const leg of legs.all) {
    leg.hasMedia &&= leg.kind === 'phone'
    if (leg.player && !leg.player.isEndless) void legs.remove(leg, mediaLost)
    if (isActive(leg)) legs.detach(leg)
    else leg.mediaRemoval.resolve(null)
  }
}

/**
 * Moves the conference to a new media process. Telephone legs and players are moved here; browsers reconnect on
 * their own, as after a network change.
 */
export async function migrateLegs({ legs, recorder }: EventTargets, request: RequestMedia): Promise<void> {
  const phones = legs.all.filter((leg) => isActive(leg) && leg.phone)
  await Promise.all(
    phones.map(async (leg) => {
      await leg.phone?.migrate(request)
      if (isActive(leg)) await resendSettings(leg, request)
    }),
  )
  for (const player of legs.all.filter(isActive)) {
    const command = createPlayerCommand(player)
    if (!command) continue
    await request(command)
    player.hasMedia = true
  }
  const moved = phones.filter(isActive).map(({ id }) => id)
  void recorder.resumeFor(moved).catch(() => undefined)
}
