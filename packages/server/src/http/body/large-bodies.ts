import { defaultMaxBodyBytes, type EndpointSchemas } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import type { HttpLimits } from '../limits/http-limits.ts'
import { createUserConcurrency } from '../limits/user-concurrency.ts'
import { PlainTextError, withErrorHeaders } from '../plain-text-error.ts'
import { unavailableRetrySeconds } from '../respond.ts'

/** Large bodies of one client that are in memory at the same time. */
const maxBodiesPerClient = 2

/** A body that may be larger than the default size. */
export interface LargeBody {
  /** @throws {PlainTextError} 503 when the large bodies of all clients would exceed the limit of the server. */
  reserve(bytes: number): void
  /** Starts to compare the number of received bytes with the minimum speed. */
  startSpeedCheck(countReceived: () => number): SpeedCheck
}

interface SpeedCheck {
  /** Rejected with a `PlainTextError`, 408, as soon as the body arrives too slowly. */
  readonly tooSlow: Promise<never>
  stop(): void
}

/** Limits the memory of the large bodies of one server. */
export interface LargeBodies {
  /**
   * Runs `respond`, which receives a body, and keeps its memory reserved until the response has been sent. Two
   * bodies of a client are received at a time. Further ones wait, and nothing of them is read.
   *
   * @throws {PlainTextError} 429 when too many requests of the client wait
   */
  run<Result>(clientKey: string, respond: (body: LargeBody) => Promise<Result>): Promise<Result>
}

type Limits = Pick<HttpLimits, 'maxLargeBodyBytes' | 'minBodyBytesPerSecond' | 'bodySpeedCheckMs'>

export function createLargeBodies(limits: Limits): LargeBodies {
  const runForClient = createUserConcurrency(maxBodiesPerClient)
  let reservedBytes = 0

  return {
    run: (clientKey, respond) =>
      runForClient(clientKey, async () => {
        let ownBytes = 0
        const reserve = (bytes: number) => {
          if (reservedBytes + bytes > limits.maxLargeBodyBytes) throw tooManyBodies()
          reservedBytes += bytes
          ownBytes += bytes
        }
        const startSpeedCheck = (countReceived: () => number) => checkSpeed(limits, countReceived)
        try {
          return await respond({ reserve, startSpeedCheck })
        } finally {
          reservedBytes -= ownBytes
        }
      }),
  }
}

/** Returns whether a body may be larger than the default size, as one without a length may. */
export function mayBeLarge(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { maxBodyBytes = defaultMaxBodyBytes }: Pick<EndpointSchemas, 'maxBodyBytes'>,
): boolean {
  if (maxBodyBytes <= defaultMaxBodyBytes) return false
  const hasUnknownSize = raw.headers['transfer-encoding'] !== undefined
  return hasUnknownSize || Number(raw.headers['content-length'] ?? 0) > defaultMaxBodyBytes
}

/** Each interval counts by itself: with an average, a client that sends most in a second could stall for minutes. */
function checkSpeed(
  { minBodyBytesPerSecond, bodySpeedCheckMs }: Limits,
  countReceived: () => number,
): SpeedCheck {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  let counted = 0
  const timer = setInterval(() => {
    const received = countReceived()
    if (received - counted < (minBodyBytesPerSecond * bodySpeedCheckMs) / 1_000) reject(bodyTooSlow())
    counted = received
  }, bodySpeedCheckMs)
  return { tooSlow, stop: () => clearInterval(timer) }
}

function tooManyBodies(): PlainTextError {
  const error = new PlainTextError(503, `Too many uploads. Try again in ${unavailableRetrySeconds} s.`)
  return withErrorHeaders(error, { 'retry-after': String(unavailableRetrySeconds) })
}

function bodyTooSlow(): PlainTextError {
  const error = new PlainTextError(408, 'The body of the request arrives too slowly.')
  return withErrorHeaders(error, { connection: 'close' })
}
