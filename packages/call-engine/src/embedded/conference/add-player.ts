import type { Conference, PlayerSource } from '../../port.ts'
import type { PlayerSource as MediaPlayerSource } from '../media/protocol.ts'
import type { ConferenceMediaCommand } from '../process/conference-media.ts'
import { announcementFile } from './announcement-file.ts'
import type { ConferenceLegs } from './legs/conference-legs.ts'
import type { Leg } from './legs/leg.ts'

export type PlayerRequest = Parameters<Conference['addPlayer']>[0]

/** Adds a player to the legs of a conference, not yet to its media process. */
export function addPlayerLeg(
  legs: ConferenceLegs,
  { legId, source, to, repeat = 'once', stopOnDigit = false }: PlayerRequest,
): Leg {
  const listeners = legs.select(to).map(({ id }) => id)
  const leg = legs.add('player', legId, null)
  leg.state = 'present'
  leg.hasMedia = false
  const isEndless = source.kind === 'hold-music' || (source.kind === 'announcement' && repeat === 'loop')
  leg.player = { source: toMediaSource(source), listeners, repeat, stopOnDigit, isEndless }
  return leg
}

/** Returns the command that adds a player to a media process. */
export function createPlayerCommand({ id, player }: Leg): ConferenceMediaCommand<'add-player'> | null {
  if (!player) return null
  const { source, listeners, repeat } = player
  return { command: 'add-player', legId: id, source, listeners: [...listeners], repeat }
}

function toMediaSource(source: PlayerSource): MediaPlayerSource {
  if (source.kind === 'hold-music') return { kind: 'hold-music' }
  return { kind: 'file', path: source.kind === 'file' ? source.file : announcementFile(source.announcement) }
}
