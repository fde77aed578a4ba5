import { describe } from 'vitest'
import { describeAudioRouting } from './conformance/audio-routing.ts'
import { describeCallOutcomes } from './conformance/call-outcomes.ts'
import { describeClosing } from './conformance/closing.ts'
import type { StartEngine } from './conformance/engine-under-test.ts'
import { describeIncoming } from './conformance/incoming.ts'
import { describeMerging } from './conformance/merging.ts'
import { describePlayers } from './conformance/players.ts'
import { describeRecording } from './conformance/recording.ts'
import { describeTrunkAddresses } from './conformance/trunk-addresses.ts'

export type { EngineUnderTest, FarEnd } from './conformance/engine-under-test.ts'

/** The guarantees of a call engine, as tests. Every implementation runs them in its own test file. */
export function describeCallEngine(name: string, start: StartEngine): void {
  describe(`${name} conforms to the call engine port`, () => {
    describeClosing(start)
    describeAudioRouting(start)
    describeCallOutcomes(start)
    describeIncoming(start)
    describeRecording(start)
    describePlayers(start)
    describeMerging(start)
    describeTrunkAddresses(start)
  })
}
