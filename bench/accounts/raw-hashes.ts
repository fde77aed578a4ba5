import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { passwordCost } from './cost.ts'

/** Hashes on all cores for the given number of milliseconds and prints the number of hashes per second. */
const forMs = Number(process.argv[2])
const stored = await hash('correct horse battery', passwordCost)
const endsAt = performance.now() + forMs
const startedAt = performance.now()
let count = 0
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (performance.now() < endsAt) {
      await verify(stored, 'correct horse battery')
      count += 1
    }
  }),
)
process.stdout.write(`${(count / (performance.now() - startedAt)) * 1_000}\n`)
