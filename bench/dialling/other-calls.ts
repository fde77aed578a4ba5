import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestApp } from '@parley/dev-env'
import type { OtherCallsRequest } from './other-calls-process.ts'

/** Starts calls of other users in a separate process, and resolves when each of them hears its own tone. */
export async function startOtherCalls(
  { phoneUrl, accountsUrl }: TestApp,
  number: string,
  count: number,
): Promise<AsyncDisposable> {
  const child = fork(new URL('./other-calls-process.ts', import.meta.url))
  const exited = once(child, 'exit')
  child.send({ phoneUrl, accountsUrl, number, count } satisfies OtherCallsRequest)
  await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('The process of the other calls has ended.')
    }),
  ])
  return {
    async [Symbol.asyncDispose]() {
      if (!child.connected) throw new Error('The process of the other calls ended during the measurement.')
      child.disconnect()
      await exited
    },
  }
}
