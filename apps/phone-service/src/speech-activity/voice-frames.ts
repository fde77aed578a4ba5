import createFvad, { type Fvad } from '@echogarden/fvad-wasm'
import { frameMs } from './frame.ts'

/** Of the modes 0 to 3. Mode 3 misses speech at -45 dBFS, mode 1 takes more noise for speech. */
const mode = 2
/** Speech is louder than the noise by at least this. The detector alone accepts loud white noise. */
const aboveNoiseDb = 6
/** The noise floor is the lowest level of the last one to two periods: within them, each voice has a short pause. */
const noisePeriodFrames = 1_500 / frameMs
/** The noise floor before anything is known, and the lowest one: speech is louder. */
const minNoiseDbfs = -60

export interface VoiceFrames extends Disposable {
  /** Returns whether a frame sounds like a voice. Tones and music often do. */
  isVoice(frame: Int16Array): boolean
}

let loading: Promise<Fvad> | undefined

/**
 * Opens a detector of voices in the frames of one track, in their order: that of WebRTC, and an adaptive noise floor.
 *
 * @throws {Error} for a sample rate other than 8, 16, 32 and 48 kHz
 */
export async function openVoiceFrames(sampleRate: number): Promise<VoiceFrames> {
  loading ??= createFvad()
  const fvad = await loading
  const frameSamples = (sampleRate * frameMs) / 1000
  const detector = fvad._fvad_new()
  const address = fvad._malloc(frameSamples * 2)
  const close = () => {
    fvad._fvad_free(detector)
    fvad._free(address)
  }
  if (fvad._fvad_set_sample_rate(detector, sampleRate) !== 0) {
    close()
    throw new Error(`Speech cannot be detected at ${sampleRate} Hz.`)
  }
  fvad._fvad_set_mode(detector, mode)
  const noise = createNoiseFloor()

  return {
    isVoice(frame) {
      const levelDbfs = measureLevel(frame)
      // Digital silence: the leg had left, was paused or withheld. It says nothing about the noise of the line.
      if (levelDbfs === Number.NEGATIVE_INFINITY) return false
      const isAboveNoise = levelDbfs >= noise.add(levelDbfs) + aboveNoiseDb
      fvad.HEAP16.set(frame, address / 2)
      return fvad._fvad_process(detector, address, frameSamples) === 1 && isAboveNoise
    },
    [Symbol.dispose]: close,
  }
}

/** Returns the RMS level in dBFS; negative infinity for digital silence. */
function measureLevel(frame: Int16Array): number {
  let energy = 0
  for (const sample of frame) energy += sample * sample
  return 10 * Math.log10(energy / frame.length / 32_768 ** 2)
}

function createNoiseFloor() {
  let previous = minNoiseDbfs
  let lowest = 0
  let frames = 0
  return {
    /** Adds the level of a frame and returns the noise floor in dBFS. */
    add(levelDbfs: number): number {
      lowest = Math.min(lowest, levelDbfs)
      frames += 1
      const floor = Math.max(minNoiseDbfs, Math.min(previous, lowest))
      if (frames === noisePeriodFrames) {
        previous = lowest
        lowest = 0
        frames = 0
      }
      return floor
    },
  }
}
