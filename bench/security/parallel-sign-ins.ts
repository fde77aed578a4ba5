import { setTimeout as wait } from 'node:timers/promises'
import { type BenchResponse, createSender } from '../accounts/load.ts'
import type { Service } from '../accounts/service.ts'

const count = 1_000

/** PW6: the responses to a thousand concurrent sign-ins, and the memory used. */
export async function measureParallelSignIns(
  service: Service,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await using send = createSender(service.port, count)
  const beforeMiB = service.memoryMiB()
  let [maxMiB, isOver] = [beforeMiB, false]
  const watching = (async () => {
    for (; !isOver; await wait(20)) maxMiB = Math.max(maxMiB, service.memoryMiB())
  })()
  const startedAt = performance.now()
  const responses = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const body = JSON.stringify({ email: `known-${index % 500}@example.com`, password: `wrong ${index}` })
      return send({ method: 'POST', path: '/api/v1/auth/password/sign-in', headers, body })
    }),
  )
  const tookMs = performance.now() - startedAt
  isOver = true
  await watching

  console.log(
    `\nPW6: ${count.toLocaleString('en')} concurrent sign-ins, completed in ${tookMs.toFixed(0)} ms\n`,
  )
  for (const [status, those] of Map.groupBy(responses, ({ status }: BenchResponse) => status))
    console.log(`- ${status}: ${those.length}`)
  console.log(`- memory before ${beforeMiB.toFixed(0)} MiB, at most ${maxMiB.toFixed(0)} MiB`)
}
