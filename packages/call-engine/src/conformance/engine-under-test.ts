import type { AudioSource } from '@parley/rtp'
import type { CallEngine } from '../port.ts'
import type { TrunkConfig } from '../trunk.ts'

/** The other end of a call through the trunk under test: a telephone with a voice and ears. */
export interface FarEnd {
  ring(): Promise<void>
  refuse(status: number): void
  answer(): Promise<void>
  say(source: AudioSource | null): void
  press(digits: string): void
  readonly digits: readonly string[]
  /** Resolves once `hz`, and none of `others`, is heard. */
  hears(hz: number, others?: readonly number[]): Promise<void>
  hearsNothing(): Promise<void>
  hearsVoice(): Promise<void>
  offer(direction: 'sendrecv' | 'sendonly'): Promise<void>
  hangUp(): Promise<void>
  next(type: 'ended' | 'refused' | 'established' | 'answered' | 'ringing'): Promise<unknown>
}

export interface EngineUnderTest extends AsyncDisposable {
  readonly engine: CallEngine
  /** In use, and answered by the telephones of this test. */
  readonly trunk: TrunkConfig
  /** A trunk in use that nobody answers. */
  readonly deadTrunk: TrunkConfig
  /** The next call that the engine makes. */
  nextCall(): Promise<FarEnd>
  /** Calls the engine through the trunk. */
  callIn(number: string, from: string): Promise<FarEnd>
  /** An empty directory. */
  readonly directory: string
}

export type StartEngine = () => Promise<EngineUnderTest>
