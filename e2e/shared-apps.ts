import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestApp, type TestApp } from '@parley/dev-env'
import type { TestProject } from 'vitest/node'

/** The connection data of a product that test files share. */
export type SharedApp = Pick<TestApp, 'phoneUrl' | 'accountsUrl' | 'sip' | 'dataDirectory' | 'setUpLink'>

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns the product of a worker, as JSON, at the path with the worker's number. */
    sharedAppsUrl: string
  }
}

/**
 * Global set-up: starts one product for each worker when its first file asks for it. They stop at the end of
 * the run.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const apps = new Map<string, Promise<TestApp>>()
  const server = createServer(async (request, response) => {
    const worker = request.url ?? '/'
    try {
      // Every test signs up a user, all from one address.
      const starting = apps.get(worker) ?? startTestApp({ settings: { PARLEY_RATE_LIMIT_FACTOR: '100' } })
      apps.set(worker, starting)
      const { phoneUrl, accountsUrl, sip, dataDirectory, setUpLink } = await starting
      const app: SharedApp = { phoneUrl, accountsUrl, sip, dataDirectory, setUpLink }
      response.end(JSON.stringify(app))
    } catch (error) {
      apps.delete(worker)
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('sharedAppsUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  return async () => {
    server.closeAllConnections()
    server.close()
    await Promise.all([...apps.values()].map(async (app) => (await app)[Symbol.asyncDispose]()))
  }
}
