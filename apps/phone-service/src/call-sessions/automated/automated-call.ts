import type { ConferenceEvent, PlayerSource } from '@parley/call-engine'
import { removeLeg } from '../call-controls.ts'
import { addPlayer } from '../parts/add-player.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { setTimer } from '../timers/timer-data.ts'

/** Leads a call without a browser: it plays audio to the telephone and receives its digits. */
export interface AutomatedCall {
  /** Handles an event of the conference, after it was applied to the call. */
  onEvent(line: AutomatedLine, event: ConferenceEvent): Promise<void>
  /** Handles the timer that was set last. */
  onTimer(line: AutomatedLine): Promise<void>
}

/** What an automated call does with its telephone. */
export interface AutomatedLine {
  /** Returns whether a leg is the telephone. */
  isTelephone(legId: string): boolean
  /** When the telephone answered, in epoch milliseconds; null before. */
  readonly answeredAt: number | null
  /** Plays audio in place of what plays now. */
  play(source: PlayerSource): Promise<void>
  stopPlaying(): Promise<void>
  /** Sets the timer of the call, in place of an earlier one. */
  setTimer(afterMs: number): Promise<void>
  hangUp(): Promise<void>
}

const timerName = 'automated-call'

export function createAutomatedLine(parts: CallParts): AutomatedLine {
  const { record, conference } = parts
  const listTelephones = () => record.state.legs.filter(({ kind }) => kind === 'phone').map(({ id }) => id)

  async function stopPlaying(): Promise<void> {
    for (const { id } of record.state.players ?? []) await conference.current?.hangUp(id)
  }

  return {
    isTelephone: (legId) => listTelephones().includes(legId),
    answeredAt: record.state.answeredAt,
    stopPlaying,
    async play(source) {
      await stopPlaying()
      await addPlayer(parts, { plays: 'announcement', to: listTelephones() }, source)
    },
    async setTimer(afterMs) {
      record.changeTimers([setTimer({ name: timerName, afterMs, data: { kind: 'automated-call' } })])
      await record.saveIfNeeded()
    },
    async hangUp() {
      for (const legId of listTelephones()) await removeLeg(parts, legId, 'removed')
    },
  }
}
