import type { AskMedia } from '../process/media-room.ts'
import type { Leg } from './leg.ts'

/** Sends a leg's settings to a media process that has not received them. */
export async function tellSettings(leg: Leg, ask: AskMedia): Promise<void> {
  const legId = leg.id
  if (leg.isMuted) await ask({ command: 'set-muted', legId, muted: true })
  if (leg.isOnHold) await ask({ command: 'set-held', legId, held: true })
  if (leg.hears) await ask({ command: 'set-hears', legId, others: leg.hears })
}
