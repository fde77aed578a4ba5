import { EngineError } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import { ClientDisconnectedError } from '@parley/server/http'
import type { CallParts } from './call-parts.ts'

/** Runs `work`. A `PhoneError` passes; any other failure is logged and becomes `ENGINE_UNAVAILABLE`. */
export async function runOrUnavailable<T>(
  { deps, record }: CallParts,
  event: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PhoneError) throw error
    logFailure({ deps, record }, event, error)
    throw new PhoneError('ENGINE_UNAVAILABLE')
  }
}

/** Runs `work`. A failure is logged. */
export async function runLogged(
  parts: Pick<CallParts, 'deps' | 'record'>,
  event: string,
  work: () => Promise<void>,
): Promise<void> {
  await work().catch((error) => logFailure(parts, event, error))
}

const lateCodes: ReadonlySet<string> = new Set(['no-such-leg', 'no-such-transfer', 'conference-closed'])

/**
 * Logs why a change of a call has failed. One that comes after the end of its leg or of its request is no error of
 * ours: the far end and the client decide when that ends. Nor is a lack of ports, which users can cause again and again.
 */
export function logFailure(
  { deps, record }: Pick<CallParts, 'deps' | 'record'>,
  name: string,
  error: unknown,
  fields: object = {},
): void {
  if (error instanceof EngineError && error.code === 'no-free-port') {
    const { id: callId, workspaceId } = record.stored
    deps.callWarnings.noPort.warn(workspaceId, { workspaceId, callId, failure: name })
    return
  }
  const isTooLate =
    error instanceof ClientDisconnectedError || (error instanceof EngineError && lateCodes.has(error.code))
  deps.log[isTooLate ? 'info' : 'error'](name, { callId: record.id, ...fields, error })
}
