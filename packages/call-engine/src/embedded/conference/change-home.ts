import type { AskMedia } from '../process/media-room.ts'
import type { Hearers } from './hear-media.ts'
import { isStaying } from './leg.ts'
import { tellSettings } from './tell-settings.ts'

/** The media process has died: nobody is heard, nothing plays, and what had been recorded is mended. */
export function loseHome({ legs, playbacks, recorder }: Hearers): void {
  void recorder.processLost()
  for (const leg of legs.all) {
    playbacks.endAll(leg.id)
    leg.isInMedia = leg.kind === 'phone'
    if (isStaying(leg)) legs.detach(leg)
    else leg.mediaLeft.resolve(null)
  }
}

/** Brings telephones along at once; browsers come by themselves, as after a change of network. */
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
