import type { Mutation } from '../mutation.ts'
import { protocolMutations } from './protocols.ts'

/** Every mutation of the nightly run. */
export const mutations: readonly Mutation[] = [...protocolMutations]
