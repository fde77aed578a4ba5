import type { RequestMedia } from '../process/conference-media.ts'
import type { EventTargets } from './handle-media-events.ts'
import { isActive } from './leg.ts'
import { resendSettings } from './resend-settings.ts'

/**
 * Updates the conference after its media process exited: detaches browsers, ends playbacks, and repairs the
 * recordings.
 */
export function onMediaProcessLost({ legs, playbacks, recorder }: EventTargets): void {
  void recorder.onProcessLost()
  for (const leg of legs.all) {
    playbacks.endAll(leg.id, 'interrupted')
    leg.hasMedia = leg.kind === 'phone'
    if (isActive(leg)) legs.detach(leg)
    else leg.mediaRemoval.resolve(null)
  }
}

/**
 * Moves the conference to a new media process. Telephone legs are moved here; browsers reconnect on their
 * own, as after a network change.
 */
export async function migrateLegs({ legs, recorder }: EventTargets, request: RequestMedia): Promise<void> {
  const phones = legs.all.filter((leg) => isActive(leg) && leg.phone)
  await Promise.all(
    phones.map(async (leg) => {
      await leg.phone?.migrate(request)
      if (isActive(leg)) await resendSettings(leg, request)
    }),
  )
  const moved = phones.filter(isActive).map(({ id }) => id)
  void recorder.resumeFor(moved).catch(() => undefined)
}
