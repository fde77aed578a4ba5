/** An account of the network, usually one per installation of Parley. */
export interface PstnAccount {
  readonly username: string
  readonly password: string
  /** Its personal numbers, as indexes of {@link personalNumberAt}. All of them by default. */
  readonly personalNumbers?: { readonly first: number; readonly count: number }
}
