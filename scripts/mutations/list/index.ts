import type { Mutation } from '../mutation.ts'
import { clientMutations } from './client.ts'
import { phoneMutations } from './phone.ts'

/** Every mutation of the nightly run. */
export const mutations: readonly Mutation[] = [...clientMutations, ...phoneMutations]
