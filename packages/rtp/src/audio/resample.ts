import { clip16, type SampleRate } from './frame.ts'

export interface Resampler {
  /** Resamples one block of PCM. The next call may overwrite the result. */
  process(pcm: Int16Array): Int16Array
}

/** Low-pass filter at 3.6 kHz for 16 kHz audio: Hamming window, 31 taps, 1 ms of delay. */
const taps = 31
const cutoff = 3_600 / 16_000
const kernel = Float64Array.from({ length: taps }, (_, i) => {
  const offset = i - (taps - 1) / 2
  const sinc = offset === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * offset) / (Math.PI * offset)
  return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (taps - 1)))
})
const gain = kernel.reduce((sum, tap) => sum + tap, 0)
for (let i = 0; i < taps; i++) kernel[i] = kernel[i]! / gain

/**
 * Creates a resampler between 8 and 16 kHz. Use one per stream: it keeps the last millisecond as filter
 * state.
 */
export function createResampler(from: SampleRate, to: SampleRate): Resampler {
  if (from === to) return { process: (pcm) => pcm }
  return from < to ? createUpsampler() : createDownsampler()
}

function createUpsampler(): Resampler {
  const memory = (taps + 1) / 2
  let input = new Float64Array(0)
  let output = new Int16Array(0)
  let tail = new Float64Array(memory)

  return {
    process(pcm) {
      if (output.length !== pcm.length * 2) {
        output = new Int16Array(pcm.length * 2)
        input = new Float64Array(memory + pcm.length)
      }
      input.set(tail)
      input.set(pcm, memory)
      for (let i = 0; i < pcm.length; i++) {
        // The inserted samples are zero: even outputs use the even taps only, odd outputs the odd taps.
        let even = 0
        let odd = 0
        const at = memory + i
        for (let tap = 0; tap < taps - 1; tap += 2) {
          const sample = input[at - (tap >> 1)]!
          even += kernel[tap]! * sample
          odd += kernel[tap + 1]! * sample
        }
        even += kernel[taps - 1]! * input[at - (taps >> 1)]!
        output[2 * i] = clip16(Math.round(2 * even))
        output[2 * i + 1] = clip16(Math.round(2 * odd))
      }
      tail = input.slice(pcm.length)
      return output
    },
  }
}

function createDownsampler(): Resampler {
  const memory = taps - 1
  let input = new Float64Array(0)
  let output = new Int16Array(0)
  let tail = new Float64Array(memory)

  return {
    process(pcm) {
      if (output.length !== pcm.length >> 1) {
        output = new Int16Array(pcm.length >> 1)
        input = new Float64Array(memory + pcm.length)
      }
      input.set(tail)
      input.set(pcm, memory)
      for (let i = 0; i < output.length; i++) {
        let sum = 0
        const at = memory + 2 * i
        for (let tap = 0; tap < taps; tap++) sum += kernel[tap]! * input[at - tap]!
        output[i] = clip16(Math.round(sum))
      }
      tail = input.slice(pcm.length)
      return output
    },
  }
}
