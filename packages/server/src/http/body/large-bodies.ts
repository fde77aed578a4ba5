import { defaultMaxBodyBytes, type EndpointSchemas } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import { createShares, type Share } from '../../rate-limit/shares.ts'
import type { HttpLimits } from '../limits/http-limits.ts'
import { createUserConcurrency } from '../limits/user-concurrency.ts'
import { PlainTextError, withErrorHeaders } from '../plain-text-error.ts'
import { unavailableRetrySeconds } from '../respond.ts'

/** Large bodies of one client that are in memory at the same time. */
const maxBodiesPerClient = 2

/** A body that may be larger than the default size. */
export interface LargeBody {
  /** @throws {PlainTextError} 503 when the large bodies of the sender or of all clients would exceed a limit. */
  reserve(bytes: number): void
  /** Starts to compare the number of received bytes with the minimum speed. */
  startSpeedCheck(countReceived: () => number): SpeedCheck
}

interface SpeedCheck {
  /** Rejected with a `PlainTextError`, 408, as soon as the body arrives too slowly. */
  readonly tooSlow: Promise<never>
  stop(): void
}

/** Where a body comes from. */
export interface BodySender {
  /** The user; the network when there is none. */
  readonly clientKey: string
  /** The session of the user; null when the client has none. */
  readonly sessionKey: string | null
  /** The clients who have a share of the memory together, such as a workspace; null for a client alone. */
  readonly groupKey: string | null
  readonly networkKey: string
}

/** Limits the memory of the large bodies of one server. */
export interface LargeBodies {
  /**
   * Runs `respond`, which receives a body, and keeps its memory reserved until the response has been sent. Two
   * bodies of a client are received at a time. Further ones wait, and nothing of them is read. No client, group or
   * network occupies the memory of all.
   *
   * @throws {PlainTextError} 429 when too many requests of the client wait, or this one has waited for too long
   */
  run<Result>(sender: BodySender, respond: (body: LargeBody) => Promise<Result>): Promise<Result>
}

type Limits = Pick<
  HttpLimits,
  | 'requestTimeoutMs'
  | 'maxLargeBodyBytes'
  | 'maxLargeBodyBytesPerClient'
  | 'maxLargeBodyBytesPerNetwork'
  | 'minBodyBytesPerSecond'
  | 'bodySpeedCheckMs'
>

export function createLargeBodies(limits: Limits): LargeBodies {
  // The connection is closed after the same time.
  const maxWaitMs = limits.requestTimeoutMs
  const runForClient = createUserConcurrency({ maxRunning: maxBodiesPerClient, maxWaitMs })
  const memory = createShares()

  return {
    run: (sender, respond) =>
      runForClient({ userKey: sender.clientKey, sessionKey: sender.sessionKey }, async () => {
        const shares = listShares(limits, sender)
        let ownBytes = 0
        const reserve = (bytes: number) => {
          if (!memory.reserve(shares, bytes)) throw tooManyBodies()
          ownBytes += bytes
        }
        const startSpeedCheck = (countReceived: () => number) => checkSpeed(limits, countReceived)
        try {
          return await respond({ reserve, startSpeedCheck })
        } finally {
          memory.release(shares, ownBytes)
        }
      }),
  }
}

function listShares(limits: Limits, { clientKey, groupKey, networkKey }: BodySender): readonly Share[] {
  const { maxLargeBodyBytesPerClient, maxLargeBodyBytesPerNetwork } = limits
  return [
    { key: 'all', max: limits.maxLargeBodyBytes },
    { key: `client ${clientKey}`, max: maxLargeBodyBytesPerClient },
    ...(groupKey === null ? [] : [{ key: `group ${groupKey}`, max: maxLargeBodyBytesPerClient }]),
    { key: `network ${networkKey}`, max: maxLargeBodyBytesPerNetwork },
  ]
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
