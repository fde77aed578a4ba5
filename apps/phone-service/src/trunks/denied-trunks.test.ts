import { randomUUID } from 'node:crypto'
import { type CallEngine, createEmbeddedEngine } from '@parley/call-engine'
import { required } from '@parley/primitives'
import { createLog } from '@parley/server'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'

const number = '+12125552368'

/** Starts a phone with a workspace that has a trunk to a provider, and returns how it is used. */
async function startWithTrunk(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const provider = stack.use(await startTestPhone())
  const user = phone.signUp('Ada')
  const ada = phone.as(user)
  const workspaceId = required(user.teamIds[0], 'the workspace')
  const fields = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [number] }
  const { body: trunk } = await ada.post('/trunks', fields)
  const sipPort = required(phone.engine.sipAddresses[0], 'a SIP address').port
  return {
    phone,
    ada,
    trunkId: trunk.id as string,
    workspaceId,
    isInUse: async () => (await phone.engine.trunkState(trunk.id)) !== null,
    /** Calls from the provider. Returns the phase of the call, or the status of its refusal. */
    async callIn() {
      const calling = await provider.call(number, '+15550142', sipPort)
      const outcome = await Promise.race([
        calling.next('refused').then(({ status }) => status),
        calling.next('ringing').then(() => 'ringing' as const),
      ])
      await calling.hangUp()
      return outcome
    },
    callOut: () => ada.post('/calls', { to: '+1 212 555 2390', from: number, handsetId: randomUUID() }),
    sendEvent: (type: string) => sendAccountEvent(phone, { type, data: { id: workspaceId } }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: the operator can take the trunks of a workspace out of use. */
test('TP2: denied trunks are not registered, place and accept no calls, and are used again when allowed', async () => {
  await using started = await startWithTrunk()
  const { phone, workspaceId } = started
  expect([await started.isInUse(), await started.callIn()]).toEqual([true, 'ringing'])

  phone.accounts.denyTrunks(workspaceId)
  expect(await started.sendEvent('team.updated')).toBe(204)

  expect([await started.isInUse(), await started.callIn()]).toEqual([false, 404])
  expect((await started.callOut()).body.code).toBe('TRUNKS_NOT_GRANTED')

  phone.accounts.allowTrunks(workspaceId)
  expect(await started.sendEvent('team.updated')).toBe(204)
  expect([await started.isInUse(), await started.callIn()]).toEqual([true, 'ringing'])
})

test('TP2: a denied trunk places and accepts no calls after half a minute, although no event arrived', async () => {
  let aheadMs = 0
  await using started = await startWithTrunk({ now: () => new Date(Date.now() + aheadMs) })

  started.phone.accounts.denyTrunks(started.workspaceId)
  aheadMs = 30_000

  expect(await started.callIn()).toBe(404)
  expect((await started.callOut()).body.code).toBe('TRUNKS_NOT_GRANTED')
})

test('TP2: an event about trunks is sent again while the account service cannot be reached', async () => {
  await using started = await startWithTrunk()

  started.phone.accounts.goDown()

  expect(await started.sendEvent('team.updated')).toBe(503)
  expect([await started.isInUse(), await started.callIn()]).toEqual([true, 'ringing'])
})

test('TP2: the trunks of a deleted workspace are out of use', async () => {
  await using started = await startWithTrunk()

  started.phone.accounts.denyTrunks(started.workspaceId)
  expect(await started.sendEvent('team.deleted')).toBe(204)

  expect(await started.isInUse()).toBe(false)
})

/** Guarantee: a denied trunk is not registered even for a moment. */
test('TP2: denied trunks are not used after a restart', async () => {
  await using started = await startWithTrunk()
  const { phone, trunkId, workspaceId } = started
  phone.accounts.denyTrunks(workspaceId)

  expect(await restartAndListUsedTrunks(phone)).not.toContain(trunkId)
})

/**
 * Starts a node again on the data of two workspaces with a trunk each. Returns the trunks that its engine
 * used.
 */
async function restartWithTwo(
  prepare: (phone: TestPhone, workspaces: readonly [string, string]) => void,
  onUse?: (used: readonly string[]) => Promise<void>,
) {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const trunkIds: string[] = []
  for (const [index, user] of [ada, grace].entries()) {
    // Another address, because one without registration belongs to one workspace.
    const fields = { name: 'Provider', host: `127.0.0.${index + 1}`, port: 5990, numbers: [] }
    const { status, body } = await phone.as(user).post('/trunks', fields)
    expect([status, body.code]).toEqual([201, undefined])
    trunkIds.push(body.id)
  }
  prepare(phone, [required(ada.teamIds[0], 'a workspace'), required(grace.teamIds[0], 'a workspace')])
  return { used: await restartAndListUsedTrunks(phone, onUse), trunkIds }
}

/** Returns the ids of the trunks that a phone service uses when it starts again. */
async function restartAndListUsedTrunks(
  phone: TestPhone,
  onUse: (used: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  await phone.service[Symbol.asyncDispose]()
  const used: string[] = []
  await using engine = await createEmbeddedEngine({ sipHost: '127.0.0.1', sipPort: 0, mediaPort: 0 })
  const recording: CallEngine = {
    ...engine,
    async useTrunk(config) {
      used.push(config.id)
      await onUse(used)
      await engine.useTrunk(config)
    },
  }
  await using _ = await restartPhone(phone, { engine: recording })
  return used
}

/** Guarantee: slow name servers of one workspace do not delay the trunks of others. */
test('YR22: at a start, a trunk that takes long to be used does not delay another', async () => {
  const { promise: bothUsed, resolve } = Promise.withResolvers<void>()

  const { used, trunkIds } = await restartWithTwo(
    () => {},
    async (inUse) => {
      if (inUse.length === 2) resolve()
      await bothUsed
    },
  )

  expect(used.toSorted()).toEqual(trunkIds.toSorted())
})

/** Guarantee: a failure for one workspace does not allow trunks to another. */
test('TP2: after a restart, a failed check of one workspace leaves the denial of another in force', async () => {
  const { used, trunkIds } = await restartWithTwo((phone, [first, second]) => {
    phone.accounts.failTeam(first)
    phone.accounts.denyTrunks(second)
  })

  expect(used).toEqual([trunkIds[0]])
})

test('TP2: an update of a trunk while it is allowed again is not replaced by the former configuration', async () => {
  let update = async () => {}
  const used: string[] = []
  await using started = await startWithTrunk({}, (engine) => ({
    ...engine,
    async useTrunk(config) {
      const updateOnce = update
      update = async () => {}
      await updateOnce()
      used.push(`${config.host}:${config.port}`)
      await engine.useTrunk(config)
    },
  }))
  const { phone, ada, trunkId, workspaceId } = started
  phone.accounts.denyTrunks(workspaceId)
  await started.sendEvent('team.updated')
  phone.accounts.allowTrunks(workspaceId)
  const fields = { name: 'Provider', host: '127.0.0.1', port: 5992, numbers: [number] }
  update = async () => void (await ada.put(`/trunks/${trunkId}`, fields))

  expect(await started.sendEvent('team.updated')).toBe(204)

  expect(used.at(-1)).toBe('127.0.0.1:5992')
})

/** Creates a log, and returns what it states about trunks that are allowed and denied. */
function createTrunkLog() {
  const lines: string[] = []
  return {
    log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }),
    readEntries: () =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ event }) => ['trunk.allowed', 'trunk.denied', 'trunk.apply_failed'].includes(event))
        .map(({ event, trunkId }) => [event, trunkId]),
  }
}

/** Guarantee: the log states the trunks that are in use, and no others. */
test('a trunk that the engine rejects is logged, and does not prevent that others are allowed', async () => {
  let rejectedId = ''
  const { log, readEntries } = createTrunkLog()
  await using started = await startWithTrunk({ log }, (engine) => ({
    ...engine,
    async useTrunk(config) {
      if (config.id === rejectedId) throw new Error('The engine rejects this trunk.')
      await engine.useTrunk(config)
    },
  }))
  const { phone, ada, trunkId, workspaceId } = started
  const fields = { name: 'Other', host: '127.0.0.2', port: 5990, numbers: [] }
  const { body: other } = await ada.post('/trunks', fields)
  phone.accounts.denyTrunks(workspaceId)
  await started.sendEvent('team.updated')
  phone.accounts.allowTrunks(workspaceId)
  rejectedId = trunkId
  const before = readEntries()

  expect(await started.sendEvent('team.updated')).toBe(500)

  expect(before.toSorted()).toEqual(
    [
      ['trunk.denied', trunkId],
      ['trunk.denied', other.id],
    ].toSorted(),
  )
  expect(readEntries().slice(before.length).toSorted()).toEqual([
    ['trunk.allowed', other.id],
    ['trunk.apply_failed', trunkId],
  ])
})

test('a trunk that is denied again while it is allowed is not logged as allowed', async () => {
  let aheadMs = 0
  let deny = () => {}
  const { log, readEntries } = createTrunkLog()
  const now = () => new Date(Date.now() + aheadMs)
  await using started = await startWithTrunk({ log, now }, (engine) => ({
    ...engine,
    async useTrunk(config) {
      deny()
      await engine.useTrunk(config)
    },
  }))
  const { phone, trunkId, workspaceId } = started
  phone.accounts.denyTrunks(workspaceId)
  await started.sendEvent('team.updated')
  phone.accounts.allowTrunks(workspaceId)
  deny = () => {
    phone.accounts.denyTrunks(workspaceId)
    aheadMs = 30_000
  }

  expect(await started.sendEvent('team.updated')).toBe(204)

  expect(await started.isInUse()).toBe(false)
  expect(readEntries()).toEqual([
    ['trunk.denied', trunkId],
    ['trunk.denied', trunkId],
  ])
})

test('the grant of a workspace is requested once, not with each request', async () => {
  await using started = await startWithTrunk()
  const before = started.phone.accounts.countTeamRequests()

  for (let count = 0; count < 5; count++) await started.ada.get('/me')

  expect(started.phone.accounts.countTeamRequests()).toBe(before)
})
