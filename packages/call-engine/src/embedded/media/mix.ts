import { clip16 } from '@parley/rtp'

/** Comfort noise of -72 dBFS for a telephone without sources: digital silence sounds like a dead line. */
export const comfortNoise = Int16Array.from({ length: 320 }, () => Math.round((Math.random() - 0.5) * 28))

/** Audio that legs may receive. */
export interface MixSource {
  readonly id: string
  /** Its audio in this frame; null for silence. */
  readonly inputFrame: Int16Array | null
}

/** A source that only its listeners receive, also while they are held. */
export interface PlayerInput extends MixSource {
  readonly listeners: ReadonlySet<string>
}

/** The properties of a leg that the mixer uses. */
export interface MixInput extends MixSource {
  /** Neither muted nor held: other legs may receive its audio. */
  readonly isAudible: boolean
  /** Leads to another conference. */
  readonly isLink: boolean
  /** False for telephones that are not answered or receive no audio. */
  readonly isHeardByLinks: boolean
  /** False for held legs, which do not receive the mix. */
  readonly receivesMix: boolean
  /** Legs it receives audio from; null for all others. */
  readonly audioSources: ReadonlySet<string> | null
}

/** Listeners with the same sources, which share one mix. */
export interface MixGroup<P> {
  /** Identifies the set of sources across plans. */
  readonly key: string
  readonly sources: readonly MixSource[]
  /** All other audible legs and players. */
  readonly others: readonly MixSource[]
  readonly listeners: readonly P[]
}

/**
 * Groups legs by their sources. No leg receives its own audio. Valid until a leg or player joins, leaves or
 * changes a setting.
 */
export function planMix<P extends MixInput>(
  parties: readonly P[],
  players: readonly PlayerInput[] = [],
): readonly MixGroup<P>[] {
  const audible = parties.filter((party) => party.isAudible)
  const groups = new Map<string, MixGroup<P> & { readonly listeners: P[] }>()
  for (const listener of parties) {
    const isSource = (party: P) =>
      listener.receivesMix &&
      party !== listener &&
      (party.isHeardByLinks || !listener.isLink) &&
      (listener.audioSources === null || listener.audioSources.has(party.id))
    const isListener = ({ listeners }: PlayerInput) => listeners.has(listener.id)
    const sources = [...audible.filter(isSource), ...players.filter(isListener)]
    const others = [
      ...audible.filter((each) => !isSource(each)),
      ...players.filter((each) => !isListener(each)),
    ]
    const key = sources.map((source) => source.id).join(' ')
    const group = groups.get(key)
    if (group) group.listeners.push(listener)
    else groups.set(key, { key, sources, others, listeners: [listener] })
  }
  return [...groups.values()]
}

/** Returns the sum of the current frames. */
export function sumFrames(sources: readonly MixSource[], samples: number): Int32Array {
  const sum = new Int32Array(samples)
  for (const { inputFrame } of sources) if (inputFrame) add(sum, inputFrame)
  return sum
}

/**
 * Mixes one group: adds its sources, or subtracts the others from the total, whichever is cheaper.
 *
 * @param total the sum of all audible legs and players.
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

function add(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += pcm[i]!
}

function subtract(sum: Int32Array, pcm: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! -= pcm[i]!
}
