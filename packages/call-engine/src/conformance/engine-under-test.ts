import type { AudioSource } from '@parley/rtp'
import type { CallEngine } from '../port.ts'
import type { TrunkConfig } from '../trunk.ts'

/** The far end of a call through the trunk under test: a telephone that sends and measures audio. */
export interface FarEnd {
  ring(): Promise<void>
  /** Rings and sends its audio before the answer. */
  sendEarlyMedia(): Promise<void>
  refuse(status: number): void
  /** Responds 302. */
  redirect(target: string): void
  answer(): Promise<void>
  play(source: AudioSource | null): void
  press(digits: string): void
  readonly digits: readonly string[]
  /** Resolves once it receives `hz` and none of `others`. */
  receivesTone(hz: number, others?: readonly number[]): Promise<void>
  receivesSilence(): Promise<void>
  receivesSpeech(): Promise<void>
  offer(direction: 'sendrecv' | 'sendonly'): Promise<void>
  hangUp(): Promise<void>
  next(type: 'ended' | 'refused' | 'established' | 'answered' | 'ringing'): Promise<unknown>
}

export interface EngineUnderTest extends AsyncDisposable {
  readonly engine: CallEngine
  /** In use; its calls reach the telephones of this test. */
  readonly trunk: TrunkConfig
  /** A trunk in use that does not respond. */
  readonly deadTrunk: TrunkConfig
  /** Resolves with the next call the engine places. */
  nextCall(): Promise<FarEnd>
  /** Calls the engine through the trunk. */
  callIn(number: string, from: string): Promise<FarEnd>
  /** An empty directory. */
  readonly directory: string
}

export type StartEngine = () => Promise<EngineUnderTest>
