import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createProjectWithKeys } from '../../index.ts'
import { giveToNewOwner } from '../../projects/testing.ts'
import { adminHeaders, startAccountService, type TestService } from '../../testing.ts'
import { type AccountTables, accountsSchema } from '../database/index.ts'
import { createServiceContext, serviceActor } from '../service-context/index.ts'

/** Starts a receiver that counts the requests that it has open. */
async function startReceiver(respondsTo: (path: string) => boolean) {
  let [open, highest, answered] = [0, 0, 0]
  const server = createServer((request, response) => {
    if (respondsTo(request.url ?? '')) {
      answered += 1
      return response.writeHead(204).end()
    }
    open += 1
    highest = Math.max(highest, open)
    return response.on('close', () => {
      open -= 1
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getHighestCount: () => highest,
    countAnswered: () => answered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function publish(service: TestService, projectId: string): Promise<void> {
  const database = service.server.schema<AccountTables>(accountsSchema)
  const context = createServiceContext({ database, now: service.now }, { projectId, actor: serviceActor })
  await context.transaction((transaction) => transaction.publish('team.deleted', { id: 'a team' }))
}

/** Guarantee (ZR557): an owner with many projects does not keep the events of other projects from them. */
test('ZR557: the slow endpoints of all projects of one owner share the slots of one project', async () => {
  await using receiver = await startReceiver((path) => path === '/quick')
  await using service = await startAccountService({
    options: { outboundNetworks: ['127.0.0.0/8'], internalSignUp: true },
  })
  const projects = await Promise.all(
    [1, 2, 3, 4].map((number) => createProjectWithKeys(service.server, { displayName: `Notes ${number}` })),
  )
  await giveToNewOwner(
    service,
    projects.map(({ projectId }) => projectId),
  )
  for (const { projectId, superSecretAdminKey } of projects) {
    const owner = {
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': superSecretAdminKey,
    }
    for (const name of ['first', 'second'])
      await service.post('/internal/webhook-endpoints', { url: `${receiver.url}/${name}` }, owner)
  }
  for (const { projectId } of projects)
    for (let count = 0; count < 5; count++) await publish(service, projectId)
  await expect.poll(receiver.getHighestCount, { timeout: 60_000 }).toBeGreaterThanOrEqual(6)

  await service.post(
    '/internal/webhook-endpoints',
    { url: `${receiver.url}/quick` },
    await adminHeaders(service),
  )
  await publish(service, service.phoneProjectId)
  await expect.poll(receiver.countAnswered, { timeout: 60_000 }).toBe(1)

  expect(receiver.getHighestCount()).toBe(6)
})
