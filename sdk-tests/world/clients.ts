/** A public client as its users get it: a package of the registry, unmodified. */
export interface Client {
  /** As tests are named: `react 2.8.30`. */
  readonly name: string
  readonly package: '@stackframe/react' | `@stackframe/js${string}`
  readonly places: readonly Place[]
  /** Brings the pages on which people sign in. */
  readonly hasPages: boolean
}

/** Where a client runs: on a page of another origin, or on somebody's server. */
export type Place = 'browser' | 'server'

/** Those that everything has to work with. The registry has no `@stackframe/js` 2.8.30; 2.8.39 is the next that it has. */
export const pinnedClients: readonly Client[] = [
  { name: 'react 2.8.30', package: '@stackframe/react', places: ['browser', 'server'], hasPages: true },
  { name: 'js 2.8.39', package: '@stackframe/js', places: ['server'], hasPages: false },
]

/**
 * The newest 2.8, which is tried and reported. It names all its headers anew (`x-hexclave-…`), so that nothing of it works;
 * 2.8.102 is the last that the registry has with the headers of the protocol.
 */
export const newestClients: readonly Client[] = [
  { name: 'js 2.8.102', package: '@stackframe/js-2.8.102', places: ['browser', 'server'], hasPages: false },
  { name: 'js 2.8.108', package: '@stackframe/js-2.8.108', places: ['server'], hasPages: false },
]
