/** The part of libfvad, the voice activity detection of WebRTC, that is used here. */
declare module '@echogarden/fvad-wasm' {
  export interface Fvad {
    /** A view of the memory, which is replaced when the memory grows. */
    readonly HEAP16: Int16Array
    _malloc(bytes: number): number
    _free(address: number): void
    /** Returns 0 when there is no memory. */
    _fvad_new(): number
    _fvad_free(detector: number): void
    /** 0 to 3: the higher, the less noise is taken for speech. Returns 0, or -1 for an invalid mode. */
    _fvad_set_mode(detector: number, mode: number): number
    /** 8000, 16000, 32000 or 48000. Returns 0, or -1 for another rate. */
    _fvad_set_sample_rate(detector: number, sampleRate: number): number
    /** Returns 1 for speech, 0 for no speech, -1 when `samples` are not 10, 20 or 30 ms. */
    _fvad_process(detector: number, address: number, samples: number): number
  }
  export default function createFvad(): Promise<Fvad>
}

declare module 'fft.js' {
  export default class FFT {
    /** @param size a power of two */
    constructor(size: number)
    createComplexArray(): number[]
    /** Writes the first half of the spectrum as pairs of real and imaginary part. */
    realTransform(output: number[], input: ArrayLike<number>): void
  }
}
