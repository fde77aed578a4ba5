/** The format and the position of the samples of a WAV file of 16-bit mono PCM. */
export interface WavHeader {
  readonly sampleRate: number
  /** Position of the first sample in bytes. */
  readonly dataOffset: number
  /** Length of the samples in bytes, as the header claims. The file may be shorter. */
  readonly dataBytes: number
}

/** Length of the header that {@link createWavHeader} returns. */
export const wavHeaderBytes = 44
const pcmFormat = 1
const bytesPerSample = 2

/** Returns the header of a WAV file of 16-bit mono PCM with `dataBytes` bytes of samples. */
export function createWavHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const bytes = new Uint8Array(wavHeaderBytes)
  const view = new DataView(bytes.buffer)
  writeText(bytes, 0, 'RIFF')
  view.setUint32(4, wavHeaderBytes - 8 + dataBytes, true)
  writeText(bytes, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, pcmFormat, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerSample, true)
  view.setUint16(32, bytesPerSample, true)
  view.setUint16(34, bytesPerSample * 8, true)
  writeText(bytes, 36, 'data')
  view.setUint32(40, dataBytes, true)
  return bytes
}

/**
 * Reads the header from the first bytes of a file. Unknown chunks are skipped.
 *
 * @returns null when the bytes are not the header of a WAV file of 16-bit mono PCM.
 */
export function parseWavHeader(bytes: Uint8Array): WavHeader | null {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WAVE') return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sampleRate: number | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const chunk = textAt(bytes, at)
    const length = view.getUint32(at + 4, true)
    if (chunk === 'fmt ') {
      sampleRate = at + 24 <= bytes.length ? sampleRateOfPcm16Mono(view, at + 8) : null
      if (sampleRate === null) return null
    }
    if (chunk === 'data')
      return sampleRate === null ? null : { sampleRate, dataOffset: at + 8, dataBytes: length }
    at += 8 + length + (length % 2)
  }
  return null
}

function sampleRateOfPcm16Mono(view: DataView, at: number): number | null {
  const isPcm16Mono =
    view.getUint16(at, true) === pcmFormat &&
    view.getUint16(at + 2, true) === 1 &&
    view.getUint16(at + 14, true) === bytesPerSample * 8
  return isPcm16Mono ? view.getUint32(at + 4, true) : null
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
}
