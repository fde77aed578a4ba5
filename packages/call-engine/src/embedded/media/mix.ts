import { clip16 } from '@parley/rtp'

/** The properties of a leg that the mixer uses. */
export interface MixInput {
  readonly id: string
  /** Neither muted nor held: other legs may receive its audio. */
  readonly isAudible: boolean
  /** False for held legs, which do not receive the mix. */
  readonly receivesMix: boolean
  /** Legs it receives audio from; null for all others. */
  readonly audioSources: ReadonlySet<string> | null
  /** Its audio in this frame; null for silence. */
  readonly inputFrame: Int16Array | null
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
 * Groups legs by their sources. No leg receives its own audio. Valid until a leg joins, leaves or changes a
 * setting.
 */
export function planMix<P extends MixInput>(parties: readonly P[]): readonly MixGroup<P>[] {
  const audible = parties.filter((party) => party.isAudible)
  const groups = new Map<string, MixGroup<P> & { readonly listeners: P[] }>()
  for (const listener of parties) {
    const isSource = (party: P) =>
      listener.receivesMix &&
      party !== listener &&
      (listener.audioSources === null || listener.audioSources.has(party.id))
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
export function sumFrames(parties: readonly MixInput[], samples: number): Int32Array {
  const sum = new Int32Array(samples)
  for (const { inputFrame } of parties) if (inputFrame) add(sum, inputFrame)
  return sum
}

/**
 * Mixes one group: adds its sources, or subtracts the others from the total, whichever is cheaper.
 *
 * @param total the sum of all audible legs.
 */
export function mixGroup(group: MixGroup<MixInput>, total: Int32Array): Int16Array {
  const { sources, others } = group
  const mix = new Int16Array(total.length)
  const [only] = sources
  if (only && sources.length === 1) {
    if (only.inputFrame) mix.set(only.inputFrame)
    return mix
  }
  const sum = sources.length <= others.length ? sumFrames(sources, total.length) : total.slice()
  if (sources.length > others.length)
    for (const { inputFrame } of others) if (inputFrame) subtract(sum, inputFrame)
  for (let i = 0; i < sum.length; i++) mix[i] = clip16(sum[i]!)
  return mix
}

/** Returns a frame with another one mixed over it. */
export function overlay(mixed: Int16Array, pcm: Int16Array): Int16Array {
  return mixed.map((sample, i) => clip16(sample + pcm[i]!))
}

function add(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += pcm[i]!
}

function subtract(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! -= pcm[i]!
}
