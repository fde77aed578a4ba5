import { createServer } from 'node:http'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { Pool } from 'pg'
import { passwordCost } from './cost.ts'

/**
 * The baseline: better-auth on the same database server with the same password hashing cost. Prints a line
 * when it listens.
 */
const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'a secret of the benchmark, long enough to be taken',
  database: new Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, passwordCost),
      verify: ({ password, hash: stored }) => verify(stored, password),
    },
  },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  advanced: { disableCSRFCheck: true },
  trustedOrigins: ['http://127.0.0.1:*'],
})
await (await getMigrations(auth.options)).runMigrations()
createServer(toNodeHandler(auth)).listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.stdout.write('listening\n')
})
