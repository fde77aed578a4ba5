import type { AudioSource } from './audio-source.ts'
import type { SampleRate } from './frame.ts'

/** One segment of a tone: simultaneous frequencies (none for silence) and a duration. */
export interface ToneSegment {
  readonly frequenciesHz: readonly number[]
  readonly durationMs: number
}

export type CallProgressTone = 'ringback' | 'busy' | 'congestion'

/** ISO 3166 alpha-2 country code. Unknown countries use the tones of the United States. */
export type ToneCountry = string

/** -13 dBFS for the sum of all frequencies: call progress tones are quieter than speech. */
const toneAmplitude = 7_000
/** Fade-in and fade-out of a segment, to avoid clicks. */
const rampMs = 3

const on = (durationMs: number, ...frequenciesHz: number[]): ToneSegment => ({ frequenciesHz, durationMs })
const off = (durationMs: number): ToneSegment => ({ frequenciesHz: [], durationMs })

interface CountryTones {
  readonly ringback: readonly ToneSegment[]
  readonly busy: readonly ToneSegment[]
  readonly congestion: readonly ToneSegment[]
}

const northAmerica: CountryTones = {
  ringback: [on(2_000, 440, 480), off(4_000)],
  busy: [on(500, 480, 620), off(500)],
  congestion: [on(250, 480, 620), off(250)],
}
const britain: CountryTones = {
  ringback: [on(400, 400, 450), off(200), on(400, 400, 450), off(2_000)],
  busy: [on(375, 400), off(375)],
  congestion: [on(400, 400), off(350), on(225, 400), off(525)],
}
const continental = (
  ringOnMs: number,
  ringOffMs: number,
  busyMs: number,
  frequencyHz = 425,
): CountryTones => ({
  ringback: [on(ringOnMs, frequencyHz), off(ringOffMs)],
  busy: [on(busyMs, frequencyHz), off(busyMs)],
  congestion: [on(250, frequencyHz), off(250)],
})

/** Source: ITU-T E.180, supplement 2. */
const tonesByCountry: Readonly<Record<string, CountryTones>> = {
  US: northAmerica,
  CA: northAmerica,
  GB: britain,
  IE: britain,
  AU: { ...britain, busy: [on(375, 425), off(375)], congestion: [on(375, 425), off(375)] },
  NZ: { ...britain, busy: [on(500, 400), off(500)], congestion: [on(250, 400), off(250)] },
  DE: continental(1_000, 4_000, 480),
  AT: continental(1_000, 5_000, 400, 420),
  CH: continental(1_000, 4_000, 500),
  FR: continental(1_500, 3_500, 500, 440),
  IT: continental(1_000, 4_000, 500),
  ES: continental(1_500, 3_000, 200),
  PT: continental(1_000, 5_000, 500),
  NL: continental(1_000, 4_000, 500),
  BE: continental(1_000, 3_000, 500),
  PL: continental(1_000, 4_000, 500),
  SE: continental(1_000, 5_000, 250),
  MX: continental(1_000, 4_000, 250),
  AR: continental(1_000, 4_000, 300),
  CL: continental(1_000, 3_000, 500, 400),
  CO: continental(1_000, 4_000, 250),
  PE: continental(1_000, 4_000, 500),
  BR: continental(1_000, 4_000, 250),
  JP: {
    ringback: [on(1_000, 384, 416), off(2_000)],
    busy: [on(500, 400), off(500)],
    congestion: [on(500, 400), off(500)],
  },
}

const dtmfRowsHz = [697, 770, 852, 941]
const dtmfColumnsHz = [1209, 1336, 1477, 1633]
const dtmfKeys = ['123A', '456B', '789C', '*0#D']

/** Creates a call progress tone that repeats without end. */
export function createCallProgressTone(
  tone: CallProgressTone,
  country: ToneCountry,
  sampleRate: SampleRate,
): AudioSource {
  return createTone((tonesByCountry[country] ?? northAmerica)[tone], sampleRate, 'repeat')
}

/** Creates a sine without end. */
export function createSine(
  frequencyHz: number,
  sampleRate: SampleRate,
  amplitude = toneAmplitude,
): AudioSource {
  const step = (2 * Math.PI * frequencyHz) / sampleRate
  let position = 0
  return {
    read: (samples) =>
      Int16Array.from({ length: samples }, () => Math.round(amplitude * Math.sin(step * position++))),
  }
}

/** Creates the DTMF tone pair of one digit (ITU-T Q.23): 0-9, *, #, A-D; silence for anything else. */
export function createDtmfTone(digit: string, durationMs: number, sampleRate: SampleRate): AudioSource {
  const row = dtmfKeys.findIndex((keys) => digit.length === 1 && keys.includes(digit))
  const frequenciesHz = row < 0 ? [] : [dtmfRowsHz[row]!, dtmfColumnsHz[dtmfKeys[row]!.indexOf(digit)]!]
  return createTone([{ frequenciesHz, durationMs }], sampleRate, 'once')
}

/** Creates a source from a sequence of tones and pauses. */
export function createTone(
  segments: readonly ToneSegment[],
  sampleRate: SampleRate,
  times: 'once' | 'repeat',
): AudioSource {
  const lengths = segments.map(({ durationMs }) => Math.round((durationMs * sampleRate) / 1000))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let segment = 0
  let position = 0
  let played = 0

  const next = (): number => {
    while (position >= lengths[segment]!) {
      position = 0
      segment = (segment + 1) % segments.length
    }
    const sample = computeSample(segments[segment]!, position, lengths[segment]!, sampleRate)
    position++
    played++
    return sample
  }

  return {
    read(samples) {
      if (total === 0 || (times === 'once' && played >= total)) return null
      const pcm = new Int16Array(samples)
      for (let i = 0; i < samples && (times === 'repeat' || played < total); i++) pcm[i] = next()
      return pcm
    },
  }
}

function computeSample(
  segment: ToneSegment,
  position: number,
  length: number,
  sampleRate: SampleRate,
): number {
  const { frequenciesHz } = segment
  if (frequenciesHz.length === 0) return 0
  const ramp = (rampMs * sampleRate) / 1000
  const volume = Math.min(1, position / ramp, (length - position) / ramp)
  let sum = 0
  for (const frequencyHz of frequenciesHz)
    sum += Math.sin((2 * Math.PI * frequencyHz * position) / sampleRate)
  return Math.round((toneAmplitude * volume * sum) / frequenciesHz.length)
}
