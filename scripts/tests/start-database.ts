import type { TestProject } from 'vitest/node'
import { startTestServer, testServerVariable } from '../../packages/server/src/database/testing/test-server.ts'

/** Starts one database server for a test run, unless the run was given one (`npm run test:postgres`). */
export default async function setUp(_project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[testServerVariable]) return
  const server = await startTestServer()
  process.env[testServerVariable] = server.url
  return async () => await server[Symbol.asyncDispose]()
}
