import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { required } from '@parley/primitives'

/** A request as the server has received it. */
export interface ReceivedTranscription {
  readonly path: string
  readonly authorization: string | null
  /** All values of each field of the form. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The WAV file. */
  readonly audio: Buffer
}

/** Sends a response in its own way, or returns the JSON that is sent with status 200. */
export type TranscriptionFault = (response: ServerResponse, request: ReceivedTranscription) => unknown

interface SpokenWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Returns the response `verbose_json` with one segment that consists of words of 400 ms, from `start`, in seconds. */
export function createTranscript(text: string, start = 0) {
  const words: SpokenWord[] = text.split(' ').map((word, index) => {
    return { word: word.replace(/[.,?!]$/, ''), start: start + index * 0.4, end: start + (index + 1) * 0.4 }
  })
  const end = words.at(-1)?.end ?? start
  return { task: 'transcribe', language: 'english', text, segments: [{ start, end, text }], words }
}

/** The faults of servers, each with the same text where it has one. */
export const transcriptionFaults = {
  tooManyRequests: (response: ServerResponse) =>
    response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"message":"Slow down."}}'),
  serverError: (response: ServerResponse) => response.writeHead(500).end('Internal error'),
  keyRejected: (response: ServerResponse, { authorization }: ReceivedTranscription) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `Incorrect key ${authorization?.split(' ')[1]}.` } })),
  notFound: (response: ServerResponse) => response.writeHead(404).end('{"detail":"Not Found"}'),
  redirect: (response: ServerResponse) => response.writeHead(307, { location: 'http://10.0.0.1/' }).end(),
  truncated(response: ServerResponse) {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"text":"Good mor')
    setTimeout(() => response.destroy(), 20)
  },
  notJson: (response: ServerResponse) => response.end('<html>It works!</html>'),
  incomplete: (response: ServerResponse) => response.end('{"task":"transcribe"}'),
  statusBeyondHttp(response: ServerResponse) {
    response.socket?.end('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n')
  },
  endlessHints(response: ServerResponse) {
    response.socket?.end('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(30))
  },
  huge: (response: ServerResponse) => response.end(`{"text":"${'x'.repeat(5_000_000)}"}`),
  endless: (response: ServerResponse) => response.end(JSON.stringify({ text: 'word '.repeat(10_000) })),
  withoutWords: () => ({ segments: [{ start: 0, end: 0.5, text: 'Good morning.' }], text: 'Good morning.' }),
  textAlone: () => ({ text: 'Good morning.' }),
  outside: () => ({
    segments: [
      { start: 0.2, end: 9_999, text: 'Good morning.' },
      { start: 500, end: 501, text: 'Thanks for watching!' },
    ],
    words: [{ word: 'Good', start: -50, end: 9_999 }],
    text: 'Good morning. Thanks for watching!',
  }),
} satisfies Record<string, TranscriptionFault>

/**
 * Starts a server that speaks the protocol of transcription of OpenAI, on loopback. It responds with one segment that
 * has the same text each time, unless the next response is another one.
 */
export async function startTranscriptionServer(text = 'Good morning.') {
  const received: ReceivedTranscription[] = []
  const next: TranscriptionFault[] = []
  let usual: TranscriptionFault = () => createTranscript(text)
  const server = createServer(async (request, response) => {
    const parsed = await readForm(request).catch(() => null)
    if (!parsed) return response.destroy()
    received.push(parsed)
    const result = await (next.shift() ?? usual)(response, parsed)
    if (result === undefined || result === response || response.writableEnded) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(result))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    /** The next requests get these responses, one each. */
    respondNext: (...faults: readonly TranscriptionFault[]) => next.push(...faults),
    respondAlways(fault: TranscriptionFault) {
      usual = fault
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readForm(request: IncomingMessage): Promise<ReceivedTranscription> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = new Response(Buffer.concat(chunks), {
    headers: { 'content-type': required(request.headers['content-type'], 'the type of the body') },
  })
  const form = await body.formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw new Error('The form has no file.')
  const names = new Set([...form.keys()].filter((name) => name !== 'file'))
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization ?? null,
    fields: Object.fromEntries([...names].map((name) => [name, form.getAll(name).map(String)])),
    audio: Buffer.from(await file.arrayBuffer()),
  }
}
