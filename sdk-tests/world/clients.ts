/** A public client: an unmodified package from the registry. */
export interface Client {
  /** Name in test titles: `react 2.8.30`. */
  readonly name: string
  readonly package: '@stackframe/react' | `@stackframe/js${string}`
  readonly places: readonly Place[]
  /** Whether the client includes sign-in pages. */
  readonly hasPages: boolean
}

/** Where a client runs: on a page of another origin, or on a server. */
export type Place = 'browser' | 'server'

/** The supported clients. The registry has no `@stackframe/js` 2.8.30; 2.8.39 is the next version. */
export const pinnedClients: readonly Client[] = [
  { name: 'react 2.8.30', package: '@stackframe/react', places: ['browser', 'server'], hasPages: true },
  { name: 'js 2.8.39', package: '@stackframe/js', places: ['server'], hasPages: false },
]

/**
 * The newest 2.8 version, tested for a report only. It renames all headers (`x-hexclave-…`), so nothing works with it;
 * 2.8.102 is the last version in the registry with the headers of the protocol.
 */
export const newestClients: readonly Client[] = [
  { name: 'js 2.8.102', package: '@stackframe/js-2.8.102', places: ['browser', 'server'], hasPages: false },
  { name: 'js 2.8.108', package: '@stackframe/js-2.8.108', places: ['server'], hasPages: false },
]
