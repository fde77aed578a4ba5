import { accessTokenHeader } from '@parley/contract/phone'
import { required, sleep, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, first, second] = ['+12125552368', '+12125550187', '+12125550188']

/** Starts a call of Ada at another node than that of her requests, whose database can be made to wait before it dials. */
async function startCallElsewhere() {
  const stack = new AsyncDisposableStack()
  const bus = stack.use(createInProcessBus())
  const phone = stack.use(await startPhone({ bus }))
  const holder = stack.use(await startOtherNode(phone, { bus }))
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  await waitUntil('the other node uses the trunk', async () => {
    const [{ id }] = (await holder.as(ada).get('/trunks')).body.items
    return (await holder.as(ada).get(`/trunks/${id}`)).body.state.status === 'ready'
  })
  const browser = stack.use(await openBrowser(phone, ada))
  const { port } = required(holder.engine.sipAddresses[0], 'a SIP address')
  await trunk.callIn('+15550142', port)
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const path = `/calls/${call.id}/participants`
  const token = await phone.accounts.tokenFor(ada.id)
  const client = stack.adopt(await phone.database.pool.connect(), (one) => one.release())
  return {
    trunk,
    add: (to: string) => phone.as(ada).post(path, { to, from: own }),
    /** Sends a request to dial that waits for the database until `unlock`. */
    async addWhileLocked(signal: AbortSignal) {
      await client.query('begin; lock table phone.calling_limits in access exclusive mode')
      const sent = fetch(`${phone.service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { [accessTokenHeader]: token, 'content-type': 'application/json' },
        body: JSON.stringify({ to: first, from: own }),
        signal,
      }).catch(() => null)
      const waiting =
        "select 1 from pg_locks where relation = 'phone.calling_limits'::regclass and not granted"
      await waitUntil('the request waits', async () => (await client.query(waiting)).rows.length > 0)
      return { response: sent }
    },
    unlock: () => client.query('rollback'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('ZR666: a number is not dialled at another node after the client has disconnected', async () => {
  await using call = await startCallElsewhere()
  const client = new AbortController()
  const { response } = await call.addWhileLocked(client.signal)

  client.abort()
  await response
  // The service notices the end of the connection with its next events.
  await sleep(300)
  await call.unlock()

  const again = call.add(second)
  expect((await call.trunk.nextCall()).target).toContain(second)
  await again
})

test('ZR666: a number is not dialled at another node after the request has failed', async () => {
  await using call = await startCallElsewhere()
  const { response } = await call.addWhileLocked(new AbortController().signal)

  // The other node waits no longer than 5 s for the database.
  const failed = await response
  expect([failed?.status, failed?.headers.has('retry-after')]).toEqual([503, true])
  await call.unlock()

  const again = call.add(second)
  expect((await call.trunk.nextCall()).target).toContain(second)
  await again
}, 30_000)
