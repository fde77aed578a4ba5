import { clip16 } from '@parley/rtp'

/** The properties of a leg that the mixer uses. */
export interface MixParty {
  readonly id: string
  /** Neither muted nor held: other legs may receive its audio. */
  readonly isAudible: boolean
  /** False for held legs, which do not receive the mix. */
  readonly listens: boolean
  /** Legs it receives audio from; null for all others. */
  readonly hears: ReadonlySet<string> | null
  /** Its audio in this frame; null for silence. */
  readonly said: Int16Array | null
}

/** Listeners with the same sources, which share one mix. */
export interface MixGroup<P> {
  /** Identifies the set of sources across plans. */
  readonly key: string
  readonly sources: readonly P[]
  /** All other audible legs. */
  readonly others: readonly P[]
  readonly listeners: readonly P[]
}

/**
 * Groups legs by their sources. No leg receives its own audio. Valid until a leg joins, leaves or changes a setting.
 */
export function planMix<P extends MixParty>(parties: readonly P[]): readonly MixGroup<P>[] {
  const audible = parties.filter((party) => party.isAudible)
  const groups = new Map<string, MixGroup<P> & { readonly listeners: P[] }>()
  for (const listener of parties) {
    const isSource = (party: P) =>
      listener.listens && party !== listener && (listener.hears === null || listener.hears.has(party.id))
    const sources = audible.filter(isSource)
    const key = sources.map((source) => source.id).join(' ')
    const group = groups.get(key)
    if (group) group.listeners.push(listener)
    else
      groups.set(key, {
        key,
        sources,
        others: audible.filter((each) => !isSource(each)),
        listeners: [listener],
      })
  }
  return [...groups.values()]
}

/** Returns the sum of the current frames. */
export function sumOf(parties: readonly MixParty[], samples: number): Int32Array {
  const sum = new Int32Array(samples)
  for (const { said } of parties) if (said) add(sum, said)
  return sum
}

/**
 * Mixes one group: adds its sources, or subtracts the others from the total, whichever is cheaper.
 *
 * @param total the sum of all audible legs.
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
