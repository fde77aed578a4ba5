import type { CallEngine, PlayerSource } from '@parley/call-engine'

/** Records what the players of an engine play, and to how many legs. */
export function recordPlayers() {
  const played: { readonly name: string; readonly listeners: number }[] = []
  const wrapEngine = (engine: CallEngine): CallEngine => ({
    ...engine,
    async openConference(how) {
      const conference = await engine.openConference(how)
      const addPlayer = conference.addPlayer.bind(conference)
      return Object.assign(conference, {
        addPlayer: async (player: Parameters<typeof addPlayer>[0]) => {
          played.push({ name: describe(player.source), listeners: player.to.length })
          await addPlayer(player)
        },
      })
    },
  })
  return { played, wrapEngine }
}

function describe(source: PlayerSource): string {
  return source.kind === 'announcement'
    ? `${source.announcement.name}.${source.announcement.language}`
    : source.kind
}
