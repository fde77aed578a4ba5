import type { Mutation } from '../mutation.ts'

const loudspeaker = 'packages/call-engine/src/browser/loudspeaker.ts'

/** Protections of what users hear, which only end-to-end tests can notice. */
export const soundMutations: readonly Mutation[] = [
  {
    removes: 'The browser does not play what it receives in an echo call.',
    file: loudspeaker,
    find: '  element.autoplay = true\n',
    replace: '  element.autoplay = true\n  element.muted = true\n',
    tests: ['e2e/echo.test.ts'],
    name: 'the echo number',
  },
  {
    removes: 'The browser plays at a volume that no user hears.',
    file: loudspeaker,
    find: '  element.autoplay = true\n',
    replace: '  element.autoplay = true\n  element.volume = 0.01\n',
    tests: ['e2e/devices.test.ts'],
    name: 'microphone and speaker are changed',
  },
  {
    removes: 'A call says that no audio arrives from a telephone whose audio arrives.',
    file: 'packages/call-engine/src/embedded/phone/audio-watch.ts',
    find: '    this.#events.oneWay(null)\n',
    replace: '',
    tests: ['apps/phone-service/src/call-sessions/one-way-audio.test.ts'],
    name: 'audio of its telephone does not arrive',
  },
]
