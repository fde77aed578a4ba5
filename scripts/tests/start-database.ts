import type { TestProject } from 'vitest/node'
import {
  startTestServer,
  testServerVariable,
} from '../../packages/server/src/database/testing/test-server.ts'

/**
 * Global set-up: starts a database server for a test run, unless the environment names one, as `npm test`
 * does.
 */
export default async function setUp(_project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[testServerVariable]) return
  const server = await startTestServer()
  process.env[testServerVariable] = server.url
  return async () => await server[Symbol.asyncDispose]()
}
