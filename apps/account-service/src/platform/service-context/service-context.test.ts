import { randomUUID } from 'node:crypto'
import type { RequestInfo } from '@parley/server/http'
import { expect, test } from 'vitest'
import { internalProjectId, listAudit } from '../../index.ts'
import { insertPermissionDefinition, listPermissionDefinitions } from '../../permissions/index.ts'
import { adminHeaders, setUpAccountService } from '../../testing.ts'
import { type AccountTables, accountsSchema } from '../database/index.ts'
import { createServiceContext, serviceActor } from './index.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })

const tables = () => service().server.schema<AccountTables>(accountsSchema)

const info: RequestInfo = {
  requestId: 'a request',
  method: 'POST',
  headers: {},
  ip: '203.0.113.7',
  userAgent: 'A browser',
  acceptLanguage: null,
  signal: new AbortController().signal,
}

function openContext() {
  const services = { database: tables(), now: service().now }
  return createServiceContext(services, { projectId: service().phoneProjectId, actor: serviceActor, info })
}

async function listEntriesAbout(id: string) {
  const entries = await listAudit(service().server, { limit: 100 })
  return entries.filter(({ subject }) => subject?.id === id)
}

async function listEventsAbout(id: string) {
  const events = await tables().selectFrom('webhook_events').select('data').execute()
  return events.filter(({ data }) => JSON.stringify(data).includes(id))
}

test('a change, its audit entry and its event commit together, or none of them does', async () => {
  const url = 'http://127.0.0.1:9/never-delivered'
  await service().post('/internal/webhook-endpoints', { url }, await adminHeaders(service()))
  const write = (id: string, outcome: 'commits' | 'fails') =>
    openContext().transaction(async (transaction) => {
      await insertPermissionDefinition(transaction, service().phoneProjectId, {
        id,
        scope: 'team',
        description: null,
        containedPermissionIds: [],
      })
      await transaction.audit('permission_definition.created', { type: 'permission_definition', id })
      await transaction.publish('team.deleted', { id })
      if (outcome === 'fails') throw new Error('The operation fails after its last write.')
    })
  const [stored, undone] = [randomUUID(), randomUUID()]
  await write(stored, 'commits')
  await expect(write(undone, 'fails')).rejects.toThrow('after its last write')

  const definitions = await listPermissionDefinitions(tables(), service().phoneProjectId, 'team')
  expect(definitions.map(({ id }) => id).filter((id) => id === stored || id === undone)).toEqual([stored])
  expect([await listEntriesAbout(stored), await listEventsAbout(stored)].map(({ length }) => length)).toEqual(
    [1, 1],
  )
  expect([await listEntriesAbout(undone), await listEventsAbout(undone)]).toEqual([[], []])
})

test('an entry has the actor, the project and the request of its context, or those that it names', async () => {
  const id = randomUUID()
  const subject = { type: 'session', id }
  const user = { type: 'user', id: randomUUID() } as const
  const context = openContext()
  await context.audit('session.ended', subject)
  await context.as(user).audit('session.ended', subject, { reason: 'a test' }, 'failure')
  await context.transaction(async (transaction) => {
    await transaction.as(user).audit('session.ended', subject)
    await transaction.inProject(internalProjectId).audit('session.ended', subject)
    await transaction.audit('session.ended', subject)
  })

  const { phoneProjectId } = service()
  const common = {
    action: 'session.ended',
    ip: info.ip,
    userAgent: info.userAgent,
    requestId: info.requestId,
  }
  expect(await listEntriesAbout(id)).toMatchObject([
    { ...common, projectId: phoneProjectId, actor: serviceActor, outcome: 'success' },
    { ...common, projectId: phoneProjectId, actor: user, outcome: 'failure', details: { reason: 'a test' } },
    { ...common, projectId: phoneProjectId, actor: user },
    { ...common, projectId: internalProjectId, actor: serviceActor },
    { ...common, projectId: phoneProjectId, actor: serviceActor },
  ])
})
