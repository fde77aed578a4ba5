import type { Mutation } from '../mutation.ts'

const engine = 'packages/call-engine/src/embedded'
const mixer = `${engine}/media/mix.ts`
const mixTests = [`${engine}/media/mix.test.ts`] as const
const mediaLeg = `${engine}/media/media-leg.ts`
const legTests = [`${engine}/media/media-legs.test.ts`] as const
const webRtcTests = [`${engine}/media/webrtc/webrtc-transport.test.ts`] as const
const pstn = 'packages/simulated-pstn/src'

export const callEngineMutations: readonly Mutation[] = [
  {
    removes: 'node-datachannel accesses tracks after they were garbage collected.',
    file: 'packages/call-engine/src/embedded/media/webrtc/webrtc-transport.ts',
    find: '    unclosed.add(this.#track)\n    this.#track.onClosed(() => unclosed.delete(this.#track))\n',
    replace: '',
    tests: ['packages/call-engine/src/embedded/process/media-process.test.ts'],
    name: 'garbage collected',
  },
  {
    removes: 'Tracks without a closed event may be garbage collected.',
    file: 'packages/call-engine/src/embedded/media/webrtc/webrtc-transport.ts',
    find: '    unclosed.add(this.#track)\n',
    replace: '',
    tests: ['packages/call-engine/src/embedded/process/media-process.test.ts'],
    name: 'garbage collected',
    survives: 'The closure of the closed callback refers to the transport, and so to the track.',
  },
  {
    removes: 'mixer: the sum wraps around instead of clipping',
    file: mixer,
    find: 'mix[i] = clip16(sum[i]!)',
    replace: 'mix[i] = sum[i]!',
    tests: mixTests,
  },
  {
    removes: 'mixer: a leg hears itself',
    file: mixer,
    find: '      party !== listener &&\n',
    replace: '',
    tests: mixTests,
  },
  {
    removes: 'mixer: a held leg hears the conference',
    file: mixer,
    find: 'listener.receivesMix &&',
    replace: '',
    tests: mixTests,
  },
  {
    removes: 'mixer: a muted leg is heard',
    file: mixer,
    find: 'parties.filter((party) => party.isAudible)',
    replace: 'parties.filter((party) => party.id !== null)',
    tests: mixTests,
  },
  {
    removes: 'mixer: audio sources are ignored',
    file: mixer,
    find: 'listener.audioSources === null || listener.audioSources.has(party.id)',
    replace: 'party.id !== null',
    tests: mixTests,
  },
  {
    removes: 'media: a muted leg is recorded',
    file: mediaLeg,
    find: 'this.inputFrame = this.isAudible ? pcm : null',
    replace: 'this.inputFrame = pcm',
    tests: [`${engine}/media/media-recording.test.ts`],
    name: 'of a muted leg',
  },
  {
    removes: 'media: a connection that replaces another is lost until its first packet',
    file: mediaLeg,
    find: 'this.#rtp ? this.#rtp.expectsAudioSinceMs : this.#webRtcSinceMs',
    replace: 'this.#rtp ? this.#rtp.expectsAudioSinceMs : Number.NEGATIVE_INFINITY',
    tests: webRtcTests,
    name: 'a new connection replaces',
  },
  {
    removes: 'media: a telephone that stops sending is not reported',
    file: mediaLeg,
    find: "} else if (!isHeardNow && this.#expectsAudio(nowMs, mediaTimeoutMs)) this.#setPresence('lost')",
    replace: '}',
    tests: legTests,
    name: 'a telephone that stops sending',
  },
  {
    removes: 'media: a replaced connection is not closed',
    file: mediaLeg,
    find: 'void previous?.close()',
    replace: 'void previous',
    tests: webRtcTests,
    name: 'a new connection replaces',
  },
  {
    removes: 'media: any WebRTC answer is accepted',
    file: `${engine}/media/media-server.ts`,
    find: 'if (pending?.id !== command.connectionId)',
    replace: 'if (!pending)',
    tests: webRtcTests,
    name: 'invalid and unexpected answers',
  },
  {
    removes: 'media process: the signal that ended it is not reported',
    file: `${engine}/process/media-process.ts`,
    find: 'onExit({ index, exitCode, signal })',
    replace: 'onExit({ index, exitCode, signal: null })',
    tests: [`${engine}/process/media-process.test.ts`],
  },
  {
    removes: 'trunks: a call from an address of no trunk is answered',
    file: `${engine}/trunks/telephony.ts`,
    find: "? 'process' : 'drop'",
    replace: "? 'process' : 'process'",
    tests: [`${engine}/trunks/trunks.test.ts`],
    name: 'AV4',
  },
  {
    removes: 'SR6: A TLS trunk answers without encryption although the call offers it.',
    file: `${engine}/phone/audio-negotiator.ts`,
    find: "isRequired || trunk.transport === 'tls' ?",
    replace: 'isRequired ?',
    tests: [`${engine}/two-engines.test.ts`],
    name: 'SR6',
  },
  {
    removes: 'SR6: audio is accepted from the signalled address only, not from the trunk',
    file: `${engine}/phone/audio-negotiator.ts`,
    find: 'sources: addresses.ofTrunk().slice(0, maxSources),',
    replace: '',
    tests: [`${engine}/trunks/audio-sources.test.ts`],
  },
  {
    removes: 'simulated network: calls need no password',
    file: `${pstn}/registrar.ts`,
    find: 'if (!verdict.ok) return { challenge: verdict.challenge }',
    replace: "if (!verdict.ok) return 'process'",
    tests: [`${pstn}/simulated-pstn.test.ts`],
    name: 'a wrong password',
  },
  {
    removes: 'simulated network: a registration is stored for an account that was not authenticated',
    file: `${pstn}/registrar.ts`,
    find: 'this.#accounts.get(verdict.username)',
    replace:
      'this.#accounts.get(/\\busername="([^"]*)"/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "")',
    tests: [`${pstn}/simulated-pstn.test.ts`],
    name: 'can register',
  },
  {
    removes: 'VR3: number and name of a caller have any length and contain control characters',
    file: 'packages/call-engine/src/embedded/trunks/incoming-identity.ts',
    find: "    .replace(/\\p{Cc}+/gu, ' ')\n    .trim()\n    .slice(0, maxTextLength)\n    .toWellFormed()",
    replace: '',
    tests: ['packages/call-engine/src/embedded/trunks/incoming-identity.test.ts'],
  },
  {
    removes: 'VR13: an announcement ends although the telephone receives nothing',
    file: 'packages/call-engine/src/embedded/media/media-leg.ts',
    find: 'transport.isSending ? this.playbacks.apply(audio, sampleRate) : audio',
    replace: 'this.playbacks.apply(audio, sampleRate)',
    tests: ['packages/call-engine/src/embedded/media/media-legs.test.ts'],
    name: 'VR13',
  },
  {
    removes: 'VR14: an announcement that was interrupted counts as heard',
    file: 'packages/call-engine/src/embedded/conference/migrate-legs.ts',
    find: "playbacks.endAll(leg.id, 'interrupted')",
    replace: 'playbacks.endAll(leg.id)',
    tests: ['packages/call-engine/src/embedded/conference/recording.test.ts'],
    name: 'VR14',
  },
]
