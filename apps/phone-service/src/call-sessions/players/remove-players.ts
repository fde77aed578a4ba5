import type { CallPlayer } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** Removes the players of a call that match, by default all. */
export async function removePlayers(
  { record, conference }: CallParts,
  matches: (player: CallPlayer) => boolean = () => true,
): Promise<void> {
  for (const player of record.state.players ?? [])
    if (matches(player)) await conference.current?.hangUp(player.id)
}

/** Stops what a caller who waits hears: music, or their position in a queue. No-op when they hear nothing. */
export async function stopWaitingAudio(parts: CallParts, legId: string): Promise<void> {
  await removePlayers(parts, ({ to }) => to.includes(legId))
}
