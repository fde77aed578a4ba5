import type { CallPlayer } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { isEmergency } from '../transfers/emergency-rules.ts'
import { addPlayer } from './add-player.ts'
import { openHoldMusic } from './open-announcement.ts'
import { removePlayers } from './remove-players.ts'

/** Plays the music of the workspace to legs, but not to an emergency service. No-op for those that hear music already. */
export async function playHoldMusic(parts: CallParts, legIds: readonly string[]): Promise<void> {
  const { players = [] } = parts.record.state
  const silent = legIds.filter(
    (legId) => !players.some(({ plays, to }) => plays === 'hold-music' && to.includes(legId)),
  )
  if (silent.length === 0 || isEmergency(parts)) return
  await using music = await openHoldMusic(parts)
  for (const legId of silent)
    await addPlayer(parts, { plays: 'hold-music', to: [legId] }, music.source, { repeat: 'loop' })
}

/** Plays music again after its media process has exited. No-op for other players. */
export async function restartLostMusic(parts: CallParts, { plays, to }: CallPlayer): Promise<void> {
  if (plays !== 'hold-music' || parts.record.hasEnded) return
  await playHoldMusic(parts, to).catch((error) => {
    parts.deps.log.error('call.music_not_played', { callId: parts.record.id, error })
  })
}

/** Stops the music that a leg hears. No-op when it hears none. */
export async function stopHoldMusic(parts: CallParts, legId: string): Promise<void> {
  const { deps, record } = parts
  const isMusic = ({ plays, to }: CallPlayer) => plays === 'hold-music' && to.includes(legId)
  await removePlayers(parts, isMusic)
  // Before its event arrives: a leg that is put on hold again hears other music.
  for (const { id } of record.state.players?.filter(isMusic) ?? [])
    await record.apply({ type: 'player-left', at: deps.now().getTime(), legId: id })
}
