export type { Store } from './store.ts'
export type * from './types.ts'
