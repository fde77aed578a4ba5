import { removeLeg } from '../legs/remove-leg.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { addPlayer } from '../players/add-player.ts'
import { openAnnouncement } from '../players/open-announcement.ts'
import { removePlayers } from '../players/remove-players.ts'
import { createAutomatedCallTimer, setTimer } from '../timers/timer-data.ts'
import type { AutomatedCall } from './automated-call-handler.ts'

export function createAutomatedCall(parts: CallParts): AutomatedCall {
  const { record } = parts
  const listTelephones = () => record.state.legs.filter(({ kind }) => kind === 'phone').map(({ id }) => id)

  return {
    isTelephone: (legId) => listTelephones().includes(legId),
    answeredAt: record.state.answeredAt,
    stopPlaying: () => removePlayers(parts),
    async play(name) {
      await removePlayers(parts)
      await using announcement = await openAnnouncement(parts, name)
      await addPlayer(parts, { plays: 'announcement', to: listTelephones() }, announcement.source)
    },
    async sendDigits(digits) {
      const conference = parts.conference.require()
      for (const legId of listTelephones()) await conference.sendDigits(legId, digits)
    },
    async setTimer(afterMs) {
      record.changeTimers([setTimer(createAutomatedCallTimer(afterMs))])
      await record.saveIfNeeded()
    },
    async hangUp() {
      for (const legId of listTelephones()) await removeLeg(parts, legId, 'removed')
    },
  }
}
