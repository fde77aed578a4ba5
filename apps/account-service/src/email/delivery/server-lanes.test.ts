import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { giveToNewOwner } from '../../projects/testing.ts'
import { startAccountService, type TestService, uniqueEmail } from '../../testing.ts'
import { createServerLanes } from './server-lanes.ts'
import {
  configureEmailServer,
  createTestProject,
  signUpInProject,
  startWithServer,
  type TestProject,
  toServerConfig,
  waitUntil,
} from './testing.ts'

const options = { outboundNetworks: ['127.0.0.0/8'], internalSignUp: true }

/** A server that accepts connections and never responds. */
async function startSilentServer() {
  const sockets = new Set<Socket>()
  let highest = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    highest = Math.max(highest, sockets.size)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: toServerConfig(port),
    /** Returns how many connections were open at the same time. */
    getHighestCount: () => highest,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const createProjects = (service: TestService, count: number) =>
  Promise.all(Array.from({ length: count }, () => createTestProject(service)))

/** Enqueues e-mails of each project. */
async function enqueue(service: TestService, projects: readonly TestProject[], count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    for (const project of projects) await signUpInProject(service, project, uniqueEmail('ada'))
}

/** Guarantee (ZR557): an owner with many projects does not stop the e-mails of others. */
test('ZR557: the projects of one owner share a third of the workers for the servers of projects', async () => {
  await using service = await startAccountService({ options })
  await using silent = await startSilentServer()
  const projects = await createProjects(service, 3)
  await giveToNewOwner(
    service,
    projects.map(({ id }) => id),
  )
  for (const project of projects) await configureEmailServer(service, project, silent.config)
  await enqueue(service, projects, 4)
  await waitUntil(() => silent.getHighestCount() >= 2)

  await using other = await startWithServer(service)
  await waitUntil(() => other.smtp.received.length === 1)

  // Two attempts with workers for quick servers, and two with those for slow ones five seconds later.
  expect(silent.getHighestCount()).toBeLessThanOrEqual(4)
})

/** Guarantee (ZR558): owners do not stop the e-mails of others together. */
test('ZR558: servers of many owners that do not respond delay the e-mail of another owner for seconds, and then each other only', async () => {
  await using service = await startAccountService({ options })
  await using silent = await startSilentServer()
  const projects = await createProjects(service, 3)
  for (const project of projects) await configureEmailServer(service, project, silent.config)
  await enqueue(service, projects, 4)
  await waitUntil(() => silent.getHighestCount() >= 6)

  await using other = await startWithServer(service)
  // Shorter than the 30 s after which an attempt ends.
  await expect.poll(() => other.smtp.received.length, { timeout: 25_000 }).toBe(1)

  const countUndelivered = async (name: string) => {
    const { rows } = await service.server.pool.query(
      `select count(*)::int as count from jobs.job where name = $1 and state in ('created', 'active', 'retry')`,
      [name],
    )
    return rows[0].count
  }
  await waitUntil(async () => (await countUndelivered('deliver-email-through-own-server')) === 0)
  expect(await countUndelivered('deliver-email-through-slow-server')).toBe(12)
})

/** Guarantee (ZR559): an owner with many e-mails does not delay those of others. */
test('ZR559: owners with fewer e-mails precede others, and e-mails that users wait for precede bulk e-mail', () => {
  let at = new Date()
  const lanes = createServerLanes(() => at)
  const turns = [
    lanes.takeTurn('ada', 'bulk'),
    lanes.takeTurn('ada', 'required'),
    lanes.takeTurn('ada', 'required'),
    lanes.takeTurn('grace', 'required'),
    lanes.takeTurn('grace', 'bulk'),
  ]
  const [adaBulk = 0, adaFirst = 0, adaSecond = 0, graceFirst = 0, graceBulk = 0] = turns

  expect(adaFirst).toBe(graceFirst)
  expect(adaSecond).toBeGreaterThan(graceFirst)
  expect(adaBulk).toBe(graceBulk)
  expect(adaBulk).toBeGreaterThan(adaSecond)
  at = new Date(at.getTime() + 11 * 60_000)
  expect(lanes.takeTurn('ada', 'required')).toBe(graceFirst)
})
