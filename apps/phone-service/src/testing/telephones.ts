import { type Baresip, type Linphone, startBaresip, startLinphone } from '@parley/sip/interop'
import { createVoice } from './peer-audio.ts'

/** A program that a test uses as a telephone. */
export type Telephone = Baresip | Linphone

export interface TelephoneKind {
  readonly name: string
  /** Starts one that answers calls to a number, and plays a tone. */
  startAnswering(number: string, toneHz: number): Promise<Telephone>
  /** Starts one that calls a URI from a number, and plays a tone. */
  startCaller(number: string, toneHz: number, uri: string): Promise<Telephone>
  /** Resolves when its call has ended. */
  waitForEnd(telephone: Telephone): Promise<void>
}

const udp = { protocol: 'udp', maxSeconds: 60 } as const

const baresip: TelephoneKind = {
  name: 'baresip',
  startAnswering: (user, toneHz) =>
    startBaresip({ ...udp, answermode: 'auto', user, voice: createVoice(toneHz) }),
  startCaller: (user, toneHz, uri) =>
    startBaresip({
      ...udp,
      answermode: 'manual',
      user,
      voice: createVoice(toneHz),
      commands: [`/dial ${uri}`],
    }),
  waitForEnd: ({ program }) => program.says('session closed'),
}

const linphone: TelephoneKind = {
  name: 'linphone',
  startAnswering: (user, toneHz) => startLinphone({ user, voice: createVoice(toneHz) }),
  async startCaller(user, toneHz, uri) {
    const telephone = await startLinphone({ user, voice: createVoice(toneHz) })
    telephone.program.enter(`call ${uri}`)
    return telephone
  },
  waitForEnd: ({ program }) => program.says(' ended'),
}

export const telephoneKinds = [baresip, linphone]
