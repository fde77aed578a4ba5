import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallEngine, createEmbeddedEngine } from '@parley/call-engine'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { startTestDatabase } from '@parley/server/testing'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { migrations } from '../database/migrations.ts'
import { startFakeAccountService } from '../testing/fake-account-service.ts'
import { restartPhone, startPhone } from '../testing/start-phone.ts'
import { startPhoneProcess } from '../testing/start-phone-process.ts'
import { openBrowser } from '../testing/test-browser.ts'

const trunk = {
  name: 'North line',
  host: '127.0.0.1',
  transport: 'udp',
  numbers: ['+1 212 555 2368'],
  username: 'ada',
  password: 'correct horse',
  registration: 'none',
}

/** Guarantee: a crash of the phone service leaves no call without an end at the far end. */
test.each(['the next process of its node', 'another node'])(
  'CR18: when a phone service is killed during a call, %s sends BYE to the far end',
  async (successor) => {
    await using stack = new AsyncDisposableStack()
    const database = stack.use(await startTestDatabase({ schema: 'phone', migrations }))
    const accounts = stack.use(await startFakeAccountService())
    const dataDirectory = await createFolder(stack)
    const [sipPort = 0] = await findFreePorts(1)
    const far = stack.use(await startTestPhone())
    const phone = stack.use(
      await startPhoneProcess({ databaseUrl: database.url, accounts, dataDirectory, sipPort }),
    )
    const ada = phone.signUp('Ada')
    await phone.as(ada).post('/trunks', { ...trunk, port: far.port })
    const browser = stack.use(await openBrowser(phone, ada))
    const { id } = await browser.call('+1 212 555 0187')
    const call = await far.nextCall()
    await call.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    const stored = async () => (await database.pool.query('select * from phone.sip_dialogs')).rows
    await waitUntil('the dialog is stored', async () => (await stored()).length === 1)
    expect(JSON.stringify(await stored())).not.toContain('correct horse')

    await phone.kill()
    expect(call.events.some(({ type }) => type === 'ended')).toBe(false)
    const isOther = successor === 'another node'
    if (isOther) await database.pool.query("update phone.nodes set heartbeat_at = now() - interval '16 s'")
    stack.use(
      await restartPhone(
        { database, accounts, dataDirectory },
        isOther ? { dataDirectory: await createFolder(stack) } : {},
      ),
    )

    expect(await call.next('ended')).toMatchObject({ by: 'peer' })
    await waitUntil('the dialog is deleted', async () => (await stored()).length === 0)
  },
)

test('CR18: a dialog is stored while its call is answered, and deleted when its far end has confirmed BYE', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const stored = async () => (await phone.database.pool.query('select call_id from phone.sip_dialogs')).rows

  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await waitUntil('the dialog is stored', async () => (await stored()).length > 0)
  expect(await stored()).toEqual([{ call_id: id }])
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  await waitUntil('the dialog is deleted', async () => (await stored()).length === 0)
})

test.each(['the next process of its node', 'another node'])(
  'ZR727: when a far end has not confirmed BYE before its node stops, %s sends it again',
  async (successor) => {
    await using stack = new AsyncDisposableStack()
    const notified: string[] = []
    // As if no response to BYE arrived.
    const phone = stack.use(
      await startPhone({ simulatedPstn: null }, (engine) => ({
        ...engine,
        events: { [Symbol.asyncIterator]: () => omitDialogEnds(engine.events) },
      })),
    )
    const far = stack.use(await startTestPhone())
    const ada = phone.signUp('Ada')
    const { id: trunkId } = (await phone.as(ada).post('/trunks', { ...trunk, port: far.port })).body
    const browser = stack.use(await openBrowser(phone, ada))
    const { id } = await browser.call('+1 212 555 0187')
    const call = await far.nextCall()
    await call.answer()
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    const { pool } = phone.database
    const stored = async () => (await pool.query('select leg_id from phone.sip_dialogs')).rows
    await waitUntil('the dialog is stored', async () => (await stored()).length === 1)
    await phone.as(ada).post(`/calls/${id}/hang-up`, {})
    await browser.next('call.ended')
    expect(await call.next('ended')).toMatchObject({ by: 'peer' })
    const { rows } = await pool.query('select lost_at > now() is_later from phone.sip_dialogs')
    // The node itself waits for the response.
    expect(rows).toEqual([{ is_later: true }])

    await phone.service[Symbol.asyncDispose]()
    const isOther = successor === 'another node'
    if (isOther) await pool.query("update phone.nodes set heartbeat_at = now() - interval '16 s'")
    const engine = stack.use(
      await createEmbeddedEngine({ sipHost: '127.0.0.1', sipPort: 0, mediaPort: 0, mediaProcesses: 1 }),
    )
    stack.use(
      await restartPhone(phone, {
        engine: {
          ...engine,
          async endLostCall(trunk, dialog) {
            notified.push(trunk)
            return await engine.endLostCall(trunk, dialog)
          },
        },
        ...(isOther && { dataDirectory: await createFolder(stack) }),
      }),
    )

    await waitUntil('the dialog is deleted', async () => (await stored()).length === 0)
    expect(notified).toEqual([trunkId])
  },
)

test('CR18: BYE is sent again when the far end has not confirmed it', async () => {
  const results: string[] = []
  await using phone = await startPhone({ simulatedPstn: null }, (engine) => ({
    ...engine,
    async endLostCall(trunkId, dialog) {
      // The first attempt finds no network.
      const result = results.length === 0 ? 'not-confirmed' : await engine.endLostCall(trunkId, dialog)
      results.push(result)
      return result
    },
  }))
  await using far = await startTestPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).post('/trunks', { ...trunk, port: far.port })
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 212 555 0187')
  const call = await far.nextCall()
  await call.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const { pool } = phone.database
  const stored = async () => (await pool.query('select leg_id from phone.sip_dialogs')).rows
  await waitUntil('the dialog is stored', async () => (await stored()).length === 1)

  await pool.query('update phone.sip_dialogs set lost_at = now()')

  expect(await call.next('ended')).toMatchObject({ by: 'peer' })
  await waitUntil('the dialog is deleted', async () => (await stored()).length === 0)
  expect(results).toEqual(['not-confirmed', 'confirmed'])
})

async function* omitDialogEnds(events: CallEngine['events']) {
  for await (const event of events) if (event.type !== 'leg-dialog-ended') yield event
}

async function createFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-crash-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
