import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { startReceiver } from './receive-webhooks.ts'

const allEvents = [
  'call.started',
  'call.answered',
  'call.ended',
  'recording.ready',
  'voicemail.received',
  'analysis.ready',
]

export async function createWebhook(
  phone: Pick<TestPhone, 'as'>,
  admin: FakeUser,
  changes: { readonly url: string; readonly events?: readonly string[]; readonly description?: string },
) {
  const settings = { description: 'Customer system', events: allEvents, ...changes }
  const { status, body } = await phone.as(admin).post('/webhooks', settings)
  if (status !== 201) throw new Error(`The webhook was not created: ${JSON.stringify(body)}`)
  return { id: body.webhook.id as string, secret: body.secret as string, settings }
}

/** Starts a phone whose administrator Ada has a webhook, with a clock that the test advances. */
export async function startWebhookPhone(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const receiver = stack.use(await startReceiver())
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, now, ...options }))
  const ada = phone.signUp('Ada')
  const webhook = await createWebhook(phone, ada, { url: receiver.url })
  const path = `/webhooks/${webhook.id}`
  const listDeliveries = async () => (await phone.as(ada).get(`${path}/deliveries`)).body.items
  return {
    phone,
    receiver,
    ada,
    webhook,
    path,
    now,
    advance: (ms: number) => {
      aheadMs += ms
    },
    listDeliveries,
    findWebhook: async () =>
      (await phone.as(ada).get('/webhooks')).body.items.find(({ id }: { id: string }) => id === webhook.id),
    sendTest: () => phone.as(ada).post(`${path}/test`),
    /** Waits until the latest delivery has a state and a number of attempts. */
    waitForDelivery: (state: string, attempts = 1) =>
      waitUntil(
        `the delivery is ${state} after ${attempts} attempts`,
        async () => {
          const [latest] = await listDeliveries()
          return latest?.state === state && latest.attempts.length >= attempts && latest
        },
        30_000,
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
