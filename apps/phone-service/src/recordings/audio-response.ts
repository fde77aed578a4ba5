import { Readable } from 'node:stream'
import { CustomResponse } from '@parley/server/http'
import { parseRange } from './range.ts'

interface Audio {
  readonly totalBytes: number
  /** Reads the bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): AsyncIterable<Buffer>
}

/**
 * Creates a response with a WAV file, or with the range that the `Range` header requests (RFC 9110 section
 * 14).
 */
export function createAudioResponse(
  audio: Audio,
  rangeHeader: string | undefined,
  disposition: 'inline' | 'attachment',
): CustomResponse<string | Readable> {
  const { totalBytes } = audio
  const range = parseRange(rangeHeader, totalBytes)
  if (range === 'unsatisfiable') {
    return new CustomResponse({
      status: 416,
      headers: { 'content-range': `bytes */${totalBytes}` },
      body: '',
    })
  }
  const { start, end } = range ?? { start: 0, end: totalBytes - 1 }
  return new CustomResponse({
    status: range ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${start}-${end}/${totalBytes}` } : {}),
      // The URL is signed: only this browser may cache the response, and no longer than the signature is
      // valid.
      'cache-control': 'private, max-age=300',
      'content-disposition': `${disposition}; filename="recording.wav"`,
      // In development, page and API have different origins.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: Readable.from(audio.read(start, end)),
  })
}
