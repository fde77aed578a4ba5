import FFT from 'fft.js'

/** Long enough to separate the tones of a ringback tone, 40 Hz apart. */
const windowMs = 64
/** A spectrum is compared with the one of so many frames before. In 60 ms, the pitch of a voice has moved. */
const lagFrames = 3
/** A tone or a note has the same frequency in both spectra; a voice varies more, above all in its harmonics. */
const maxChangeHz = 4
const maxEnergyFactor = 4
/** Share of the energy that is in peaks of the same frequency. */
const minStableShare = 0.6
/** Below it there is hum, and no tone of a telephone network. */
const minHertz = 60
/** Above it, tracks at 16 kHz have little that distinguishes tones. */
const maxHertz = 4_000
/** Share of the energy of a spectrum below which a peak is not looked at. */
const minPeakShare = 0.01

interface Peak {
  readonly hertz: number
  readonly energy: number
}

interface Spectrum {
  readonly peaks: readonly Peak[]
  readonly energy: number
}

export interface TonalFrames {
  /**
   * Adds the next frame of a track. Returns whether it consists of tones, such as a ringback tone, DTMF or music.
   * Null when that cannot be known: shortly after the start of a sound.
   */
  isTonal(frame: Int16Array): boolean | null
  /** Adds the next frame without an examination. */
  skip(frame: Int16Array): void
}

/** Distinguishes tones and music from voices: their frequencies are constant for longer than those of a voice. */
export function createTonalFrames(sampleRate: number): TonalFrames {
  const size = 2 ** Math.round(Math.log2((windowMs * sampleRate) / 1000))
  const analyse = createAnalyser(sampleRate, size)
  const recent = new Int16Array(size)
  /** The spectra of the last frames, the latest last. Null for those that were skipped. */
  const before: (Spectrum | null)[] = Array.from({ length: lagFrames }, () => null)

  function add(frame: Int16Array): void {
    recent.copyWithin(0, frame.length)
    recent.set(frame, size - frame.length)
  }

  return {
    isTonal(frame) {
      add(frame)
      const spectrum = analyse(recent)
      const earlier = before.shift() ?? null
      before.push(spectrum)
      return earlier && measureStability(earlier, spectrum) > minStableShare
    },
    skip(frame) {
      add(frame)
      before.shift()
      before.push(null)
    },
  }
}

/** Returns the share of the energy of a spectrum in peaks that an earlier one has at the same frequency. */
function measureStability(earlier: Spectrum, { peaks, energy }: Spectrum): number {
  let stable = 0
  for (const peak of peaks) {
    const isStable = earlier.peaks.some(
      (other) =>
        Math.abs(other.hertz - peak.hertz) < maxChangeHz &&
        other.energy < peak.energy * maxEnergyFactor &&
        peak.energy < other.energy * maxEnergyFactor,
    )
    if (isStable) stable += peak.energy
  }
  return energy > 0 ? stable / energy : 0
}

/** Creates a function that returns the spectrum of `size` samples. */
function createAnalyser(sampleRate: number, size: number): (samples: Int16Array) => Spectrum {
  const fft = new FFT(size)
  const hann = Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size))
  const input = new Float64Array(size)
  const output = fft.createComplexArray()
  const power = new Float64Array(size / 2)
  const hertzPerBin = sampleRate / size
  const first = Math.ceil(minHertz / hertzPerBin)
  const last = Math.min(size / 2, Math.floor(maxHertz / hertzPerBin)) - 2

  return (samples) => {
    for (let at = 0; at < size; at++) input[at] = (samples[at] ?? 0) * (hann[at] ?? 0)
    fft.realTransform(output, input)
    let energy = 0
    for (let bin = first - 1; bin <= last + 1; bin++) {
      const value = (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2
      power[bin] = value
      energy += value
    }
    return { peaks: findPeaks(power, { first, last, energy, hertzPerBin }), energy }
  }
}

interface PeakSearch {
  readonly first: number
  readonly last: number
  readonly energy: number
  readonly hertzPerBin: number
}

function findPeaks(power: Float64Array, { first, last, energy, hertzPerBin }: PeakSearch): Peak[] {
  const peaks: Peak[] = []
  for (let bin = first; bin <= last; bin++) {
    const [left = 0, middle = 0, right = 0] = power.subarray(bin - 1, bin + 2)
    if (middle <= left || middle < right) continue
    const sum = left + middle + right
    if (sum < energy * minPeakShare) continue
    // A parabola through the logarithms finds the frequency between two bins.
    const [before, top, after] = [Math.log(left + 1), Math.log(middle + 1), Math.log(right + 1)]
    const shift = (0.5 * (before - after)) / (before - 2 * top + after)
    peaks.push({ hertz: (bin + shift) * hertzPerBin, energy: sum })
  }
  return peaks
}
