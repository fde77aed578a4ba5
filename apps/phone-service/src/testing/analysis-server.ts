import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedMessage {
  readonly role: string
  readonly content: string
}

/** A request as the server has received it. */
export interface ReceivedChat {
  readonly path: string
  readonly authorization: string | null
  /** The JSON of the request. */
  readonly body: { readonly messages: readonly ReceivedMessage[]; readonly [key: string]: unknown }
}

/** Sends a response in its own way, or returns the JSON that is sent with status 200. */
export type AnalysisFault = (response: ServerResponse, request: ReceivedChat) => unknown

/** Returns a response with an answer of the model: a text, or the JSON of any other value. */
export function createCompletion(answer: unknown, finishReason = 'stop') {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return {
    id: 'completion-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  }
}

export const analysisFaults = {
  tooManyRequests: (response: ServerResponse) =>
    response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"message":"Slow down."}}'),
  serverError: (response: ServerResponse) => response.writeHead(503).end('Overloaded'),
  keyRejected: (response: ServerResponse, { authorization }: ReceivedChat) =>
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `Incorrect key ${authorization?.split(' ')[1]}.` } })),
  notFound: (response: ServerResponse) =>
    response.writeHead(404).end('{"error":{"message":"No such model."}}'),
  redirect: (response: ServerResponse) => response.writeHead(307, { location: 'http://10.0.0.1/' }).end(),
  tooLong: (response: ServerResponse) =>
    response.writeHead(413).end('{"error":{"message":"Too many tokens."}}'),
  truncated(response: ServerResponse) {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"choices":[{"mess')
    setTimeout(() => response.destroy(), 20)
  },
  notJson: (response: ServerResponse) => response.end('<html>It works!</html>'),
  incomplete: () => ({ object: 'chat.completion', choices: [] }),
  huge: (response: ServerResponse) => response.end(`{"choices":"${'x'.repeat(5_000_000)}"}`),
  withoutForm: (response: ServerResponse, { body }: ReceivedChat) =>
    'response_format' in body
      ? response.writeHead(400).end('{"error":{"message":"response_format is not supported."}}')
      : createCompletion('```json\n{"summary":"It is about lenses."}\n```'),
  prose: () => createCompletion('Sure! Here is your summary: it is about lenses.'),
  otherForm: () => createCompletion({ topic: 'lenses' }),
  cutOff: () => createCompletion('{"summary":"It is ab', 'length'),
} satisfies Record<string, AnalysisFault>

/**
 * Starts a server that speaks the protocol of chats of OpenAI, on loopback. The model answers the same each time, unless
 * the next response is another one.
 */
export async function startAnalysisServer(answer: unknown = { summary: 'It is about lenses.' }) {
  const received: ReceivedChat[] = []
  const next: AnalysisFault[] = []
  let usual: AnalysisFault = () => createCompletion(answer)
  const server = createServer(async (request, response) => {
    const parsed = await readChat(request).catch(() => null)
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
    respondNext: (...faults: readonly AnalysisFault[]) => next.push(...faults),
    respondAlways(fault: AnalysisFault) {
      usual = fault
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readChat(request: IncomingMessage): Promise<ReceivedChat> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization ?? null,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  }
}
