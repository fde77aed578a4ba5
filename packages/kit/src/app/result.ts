import type { Result } from '@parley/client'

/** Returns a result without the data of the response, which has no meaning for callers. */
export function withoutData<E>(result: Result<unknown, E>): Result<undefined, E> {
  return result.status === 'ok' ? { status: 'ok', data: undefined } : result
}

/** Returns a result after `refresh` has fetched what a successful request has changed. */
export async function refreshAfter<E>(
  refresh: () => Promise<void>,
  request: Promise<Result<unknown, E>>,
): Promise<Result<undefined, E>> {
  const result = await request
  if (result.status === 'ok') await refresh()
  return withoutData(result)
}

/**
 * Returns the error of a result, or undefined. Methods of the user return what their callers must handle this
 * way.
 */
export function takeError<E>(result: Result<unknown, E>): E | undefined {
  return result.status === 'error' ? result.error : undefined
}
