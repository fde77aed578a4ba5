import type { Mutation } from '../mutation.ts'
import { callEngineMutations } from './call-engine.ts'
import { rtpMutations } from './rtp.ts'
import { serverMutations } from './server.ts'
import { sipMutations } from './sip.ts'

export const protocolMutations: readonly Mutation[] = [
  ...sipMutations,
  ...rtpMutations,
  ...callEngineMutations,
  ...serverMutations,
]
