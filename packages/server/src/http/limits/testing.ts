import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type AnyEndpoint, ApiError, createEndpointDefiner } from '@parley/contract'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { createHttpApp, type Handlers, type HttpAppOptions, PlainTextError, serveContract } from '../index.ts'

const endpoint = createEndpointDefiner<'member', 'SCHEMA_ERROR'>()
const body = z.object({ text: z.string() })
const writeNote = endpoint({
  method: 'POST',
  path: '/notes',
  access: 'member',
  summary: '',
  body,
  errors: [],
})
const upload = endpoint({
  method: 'POST',
  path: '/uploads',
  access: 'member',
  summary: '',
  body,
  maxBodyBytes: 200_000,
  errors: [],
})

const listNotes = endpoint({
  method: 'GET',
  path: '/notes',
  access: 'member',
  summary: '',
  errors: [],
})

/** More than the buffers of the operating system can contain, so that the server sees whether a client reads. */
export const largeResponseBytes = 16 * 1024 * 1024

const handlers = {
  'POST /notes': async (_services, { body }) => body.text,
  'POST /uploads': async (_services, { body }) => String(body.text.length),
  'GET /notes': async (listedBy, { user }) => {
    listedBy.push(user)
    return 'x'.repeat(user === 'grace' ? 1 : largeResponseBytes)
  },
} satisfies Handlers<typeof writeNote | typeof upload | typeof listNotes, string[], { member: Member }>

interface Member {
  readonly user: string
}

function* createPieces() {
  const piece = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < largeResponseBytes; sent += piece.length) yield piece
}

/**
 * Starts a service with limits that end within a moment. Its clients are Ada and Grace, of the same group, and Linus,
 * with two requests each at a time. The notes of Grace are short. They send `authorization: ada`.
 */
export async function start(options: HttpAppOptions = {}) {
  const app = createHttpApp({
    ...options,
    limits: {
      headersTimeoutMs: 150,
      requestTimeoutMs: 300,
      idleTimeoutMs: 30_000,
      timeoutCheckIntervalMs: 20,
      maxRunningPerUser: 2,
      ...options.limits,
    },
  })
  onTestFinished(() => app.close())
  app.get('/endless', (_request, reply) => reply.send(new PassThrough()))
  app.get('/stream', (_request, reply) => reply.send(Readable.from(createPieces())))
  /** The users of the requests that were received, and of those that ran. */
  const [receivedFrom, listedBy]: [string[], string[]] = [[], []]
  serveContract(app, {
    endpoints: [writeNote, upload, listNotes],
    handlers,
    services: listedBy,
    api: {
      authenticate: async ({ headers }): Promise<string> => {
        const user = headers.authorization
        if (user !== 'ada' && user !== 'grace' && user !== 'linus') throw new PlainTextError(401, 'Sign in.')
        receivedFrom.push(user)
        return user
      },
      authorize: () => {},
      getClientKey: (user: string) => user,
      getGroupKey: (user: string) => (user === 'linus' ? null : 'bakery'),
      getUserKey: (user: string) => user,
      contexts: { member: (user: string): Member => ({ user }) },
      malformed: (code: string, message: string) => new ApiError(code, { status: 400, message }, undefined),
      commonErrors: [],
      onUndeclaredError: (_endpoint: AnyEndpoint) => {},
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const countConnections = () => promisify(app.server.getConnections.bind(app.server))()
  return { port, origin: `http://127.0.0.1:${port}`, receivedFrom, listedBy, countConnections }
}

export function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  // A reset is one way to close a connection.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return { socket, closed }
}
