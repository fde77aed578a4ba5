import { clip16 } from '@parley/rtp'

/** As much of a leg as mixing needs. */
export interface MixParty {
  readonly id: string
  /** Not muted, not held: others may hear it. */
  readonly isAudible: boolean
  /** Held legs hear nothing of the conference. */
  readonly listens: boolean
  /** Whom it hears; null for everyone. */
  readonly hears: ReadonlySet<string> | null
  /** What it says in this frame; null for silence. */
  readonly said: Int16Array | null
}

/** Listeners who hear exactly the same legs, and so share one mix. */
export interface MixGroup<P> {
  /** The same for the same sources, from one plan to the next. */
  readonly key: string
  readonly sources: readonly P[]
  /** Everyone else who is audible. */
  readonly others: readonly P[]
  readonly listeners: readonly P[]
}

/** Works out who hears whom. Nobody hears himself. Holds until a leg joins, leaves or is set otherwise. */
export function planMix<P extends MixParty>(parties: readonly P[]): readonly MixGroup<P>[] {
  const audible = parties.filter((party) => party.isAudible)
  const groups = new Map<string, MixGroup<P> & { readonly listeners: P[] }>()
  for (const listener of parties) {
    const isHeard = (party: P) =>
      listener.listens && party !== listener && (listener.hears === null || listener.hears.has(party.id))
    const sources = audible.filter(isHeard)
    const key = sources.map((source) => source.id).join(' ')
    const group = groups.get(key)
    if (group) group.listeners.push(listener)
    else
      groups.set(key, {
        key,
        sources,
        others: audible.filter((each) => !isHeard(each)),
        listeners: [listener],
      })
  }
  return [...groups.values()]
}

/** Adds up what all of `parties` say. */
export function sumOf(parties: readonly MixParty[], samples: number): Int32Array {
  const sum = new Int32Array(samples)
  for (const { said } of parties) if (said) add(sum, said)
  return sum
}

/**
 * The mix of one group: its sources, or, where that is less work, the sum of everyone without the others.
 *
 * @param total what all who are audible say together.
 */
export function mixOf(group: MixGroup<MixParty>, total: Int32Array): Int16Array {
  const { sources, others } = group
  const mix = new Int16Array(total.length)
  const [only] = sources
  if (sources.length === 1) {
    if (only!.said) mix.set(only!.said)
    return mix
  }
  const sum = sources.length <= others.length ? sumOf(sources, total.length) : total.slice()
  if (sources.length > others.length) for (const { said } of others) if (said) subtract(sum, said)
  for (let i = 0; i < sum.length; i++) mix[i] = clip16(sum[i]!)
  return mix
}

function add(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += pcm[i]!
}

function subtract(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! -= pcm[i]!
}
