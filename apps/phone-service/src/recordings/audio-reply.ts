import { Readable } from 'node:stream'
import { Reply } from '@parley/server/http'
import { rangeOf } from './range.ts'

interface Audio {
  readonly totalBytes: number
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): AsyncIterable<Buffer>
}

/** Answers a WAV, or the part that a `Range` header asks for (RFC 9110 section 14). */
export function audioReply(audio: Audio, rangeHeader: string | undefined): Reply<string | Readable> {
  const { totalBytes } = audio
  const range = rangeOf(rangeHeader, totalBytes)
  if (range === 'unsatisfiable') {
    return new Reply({ status: 416, headers: { 'content-range': `bytes */${totalBytes}` }, body: '' })
  }
  const { start, end } = range ?? { start: 0, end: totalBytes - 1 }
  return new Reply({
    status: range ? 206 : 200,
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${start}-${end}/${totalBytes}` } : {}),
      // The address carries a signature: nobody but this browser may keep the answer, and only as long as it is good.
      'cache-control': 'private, max-age=300',
      'content-disposition': 'inline; filename="recording.wav"',
      // The page may lie on another origin than the API in development.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: Readable.from(audio.read(start, end)),
  })
}
