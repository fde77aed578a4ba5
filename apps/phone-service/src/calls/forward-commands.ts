import type { JsonValue } from '@parley/call-engine'
import { ApiError } from '@parley/contract'
import { type PhoneEndpointKey, PhoneError, type PhoneErrorCode, phoneErrors } from '@parley/contract/phone'
import { DatabaseUnavailableError, isDatabaseUnavailable } from '@parley/server'
import { ClientDisconnectedError, type WrapHandler } from '@parley/server/http'
import { z } from 'zod'
import { type BusService, createNodeRequests, UnansweredError } from '../bus/index.ts'
import { findCall, isKnownCall } from '../call-log/index.ts'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'

type Deps = Services & BusService & CallSessionService
type Run = Parameters<WrapHandler>[1]

/** Changes of the record of a call. While it is active, its node has it in memory. */
const recordChanges: readonly PhoneEndpointKey[] = [
  'PUT /calls/{call}/notes',
  'PUT /calls/{call}/tags',
  'PUT /calls/{call}/assignment',
  'PUT /calls/{call}/assignment/done',
]

const info = z.object({
  requestId: z.string(),
  method: z.string(),
  ip: z.string(),
  userAgent: z.string().nullable(),
  acceptLanguage: z.string().nullable(),
})
/** A request whose user the node that sends it has authenticated. */
const forwardedRequest = z.object({
  user: z.custom<CurrentUser>((value) => typeof value === 'object' && value !== null),
  params: z.looseObject({ call: z.string() }),
  body: z.unknown().optional(),
  info,
})
/** Aborted when its client disconnects. */
const receivedRequest = z.object({ info: z.object({ signal: z.instanceof(AbortSignal) }) })
const command = z.object({ key: z.string(), request: forwardedRequest })
const response = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), result: z.unknown().optional() }),
  z.object({ type: z.literal('error'), code: z.string(), details: z.unknown() }),
  z.object({ type: z.literal('database-unavailable') }),
  /** The cause is in the log of the node. */
  z.object({ type: z.literal('failed') }),
])

/**
 * Returns a function that makes the handlers of commands run at the node that holds the call. Others run where
 * their request arrives.
 *
 * @param callKeys the endpoints of active calls
 */
export async function forwardCommands(services: Deps, callKeys: readonly string[]): Promise<WrapHandler> {
  const commands = new Set<string>([...callKeys.filter((key) => key.includes('{call}')), ...recordChanges])
  const { bus, nodeId } = services
  const runs = new Map<string, Run>()
  const requests = await createNodeRequests(bus, nodeId, (payload, signal) =>
    execute(services, runs, payload, signal),
  )

  return (key, run) => {
    if (!commands.has(key)) return run
    runs.set(key, run)
    return async (request) => {
      const parsed = forwardedRequest.parse(request)
      const { signal } = receivedRequest.parse(request).info
      const holder = await findHolder(services, parsed.user, parsed.params.call)
      if (holder === null) return await run(request)
      try {
        return readResponse(await requests.send(holder, toJson({ key, request: parsed }), signal))
      } catch (error) {
        if (error instanceof UnansweredError) throw new PhoneError('CALL_ON_OTHER_SERVER')
        throw error
      }
    }
  }
}

/** Returns the other node that holds an active call of the user's workspace, or null. */
async function findHolder(
  { database, callSessions, nodeId }: Deps,
  user: CurrentUser,
  callId: string,
): Promise<string | null> {
  if (callSessions.has(callId)) return null
  const stored = await findCall(database, user.workspaceId, callId)
  if (!stored || stored.state.phase === 'ended') return null
  // Any member of the workspace may pick up a parked call.
  if (!isKnownCall(stored, user) && !stored.state.parked) return null
  return stored.nodeId === nodeId ? null : stored.nodeId
}

/** Executes a command of another node. `signal`: aborted when its client has disconnected, or that node has responded. */
async function execute(
  services: Deps,
  runs: ReadonlyMap<string, Run>,
  payload: JsonValue,
  signal: AbortSignal,
): Promise<JsonValue> {
  try {
    const { key, request } = command.parse(payload)
    const { user } = request
    const { workspaceId, userId } = user
    const requestInfo = { ...request.info, headers: {}, signal }
    const context = createServiceContext(services, { workspaceId, userId, info: requestInfo })
    const run = runs.get(key)
    if (!run) throw new Error(`This version does not know ${key}.`)
    const result = await run({ ...request, ...context, query: {}, info: requestInfo })
    return toJson({ type: 'result', result })
  } catch (error) {
    if (error instanceof ApiError)
      return toJson({ type: 'error', code: error.code, details: error.details ?? null })
    if (isDatabaseUnavailable(error)) return { type: 'database-unavailable' }
    if (!(error instanceof ClientDisconnectedError)) services.log.error('call_command.failed', { error })
    return { type: 'failed' }
  }
}

/** @throws {ApiError} the error that the other node has returned */
function readResponse(payload: JsonValue): unknown {
  const received = response.parse(payload)
  if (received.type === 'failed') throw new Error('The node that holds the call could not execute it.')
  if (received.type === 'database-unavailable')
    throw new DatabaseUnavailableError('The node that holds the call cannot use the database.')
  if (received.type === 'result') return received.result
  const { code, details } = received
  if (!isPhoneErrorCode(code)) throw new PhoneError('CALL_ON_OTHER_SERVER')
  throw new ApiError(code, phoneErrors[code], details ?? undefined)
}

function isPhoneErrorCode(code: string): code is PhoneErrorCode {
  return Object.hasOwn(phoneErrors, code)
}

/** Omits what JSON cannot represent, such as the value undefined. */
function toJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}
