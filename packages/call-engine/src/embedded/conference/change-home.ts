import type { AskMedia } from '../process/media-room.ts'
import type { Hearers } from './hear-media.ts'
import { isStaying } from './leg.ts'
import { tellSettings } from './tell-settings.ts'

/**
 * Updates the conference after its media process exited: detaches browsers, ends playbacks, and repairs the recordings.
 */
export function loseHome({ legs, playbacks, recorder }: Hearers): void {
  void recorder.processLost()
  for (const leg of legs.all) {
    playbacks.endAll(leg.id)
    leg.isInMedia = leg.kind === 'phone'
    if (isStaying(leg)) legs.detach(leg)
    else leg.mediaLeft.resolve(null)
  }
}

/**
 * Moves the conference to a new media process. Telephone legs are moved here; browsers reconnect on their own, as after
 * a network change.
 */
export async function moveIn({ legs, recorder }: Hearers, ask: AskMedia): Promise<void> {
  const phones = legs.all.filter((leg) => isStaying(leg) && leg.phone)
  await Promise.all(
    phones.map(async (leg) => {
      await leg.phone?.move(ask)
      if (isStaying(leg)) await tellSettings(leg, ask)
    }),
  )
  const moved = phones.filter(isStaying).map(({ id }) => id)
  void recorder.goOnWith(moved).catch(() => undefined)
}
