import type { Readable } from 'node:stream'
import { CustomResponse, type RequestInfo } from '@parley/server/http'
import type { ResponseStream } from '../../response-streams/index.ts'
import type { Audio } from '../store/recording-store.ts'
import { parseRange } from './range.ts'

/** The part of a file that a response contains; the bytes from `start` to `end`, both inclusive. */
export interface AudioPart {
  readonly start: number
  readonly end: number
  readonly isComplete: boolean
}

/**
 * Returns the part that a request gets: the file, or the range that the `Range` header requests (RFC 9110
 * section 14). Null when the range is outside of the file.
 */
export function findAudioPart(
  { totalBytes }: Audio,
  { headers }: Pick<RequestInfo, 'headers'>,
): AudioPart | null {
  const range = parseRange(headers.range, totalBytes)
  if (range === 'unsatisfiable') return null
  return range ? { ...range, isComplete: false } : { start: 0, end: totalBytes - 1, isComplete: true }
}

/** Creates a response with a part of a WAV file. It reads nothing for a HEAD request. */
export function createAudioResponse(
  audio: Audio,
  part: AudioPart | null,
  {
    method,
    disposition,
    createBody,
  }: Pick<ResponseStream, 'createBody'> & { readonly method: string; readonly disposition: string },
): CustomResponse<string | Readable> {
  const { totalBytes } = audio
  if (part === null) {
    return new CustomResponse({
      status: 416,
      headers: { 'content-range': `bytes */${totalBytes}` },
      body: '',
    })
  }
  const { start, end, isComplete } = part
  return new CustomResponse({
    status: isComplete ? 200 : 206,
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(isComplete ? {} : { 'content-range': `bytes ${start}-${end}/${totalBytes}` }),
      // The URL is signed: only this browser may cache the response, and no longer than the signature is
      // valid.
      'cache-control': 'private, max-age=300',
      'content-disposition': disposition,
      // In development, page and API have different origins.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: createBody(method === 'HEAD' ? readNothing() : audio.read(start, end)),
  })
}

async function* readNothing(): AsyncGenerator<Buffer> {}
