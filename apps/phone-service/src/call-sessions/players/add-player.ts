import { randomUUID } from 'node:crypto'
import { EngineError, type PlayerSource } from '@parley/call-engine'
import type { CallPlayer } from '../../call-state/index.ts'
import type { CallConference } from '../parts/call-conference.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'

interface PlayerDeps {
  readonly deps: Pick<CallDeps, 'now'>
  readonly record: CallRecord
  readonly conference: CallConference
}

/**
 * Adds a player to a call and returns the id of its leg. It is stored before the engine adds it: after a crash
 * none is unknown.
 *
 * @throws {EngineError}
 */
export async function addPlayer(
  { deps, record, conference }: PlayerDeps,
  { plays, to }: Omit<CallPlayer, 'id'>,
  source: PlayerSource,
  options: { readonly stopOnDigit?: boolean; readonly repeat?: 'loop' } = {},
): Promise<string> {
  const legId = randomUUID()
  const current = conference.current
  if (!current) throw new EngineError('conference-closed')
  await record.apply({ type: 'player-added', at: deps.now().getTime(), player: { id: legId, plays, to } })
  await current.addPlayer({ legId, source, to, ...options })
  return legId
}
