import type { ConferenceMediaCommand } from '../../process/conference-media.ts'
import type { Leg } from './leg.ts'

/** Sends a leg's settings to a media process that has not received them. */
export async function resendSettings(
  leg: Leg,
  request: (command: ConferenceMediaCommand) => Promise<unknown>,
): Promise<void> {
  const legId = leg.id
  if (leg.isMuted) await request({ command: 'set-muted', legId, muted: true })
  if (leg.isOnHold) await request({ command: 'set-held', legId, held: true })
  if (leg.audioSources) await request({ command: 'set-audio-sources', legId, others: leg.audioSources })
}
