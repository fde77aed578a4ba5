import type { Mutation } from '../mutation.ts'

/** Every mutation of the nightly run. */
export const mutations: readonly Mutation[] = []
