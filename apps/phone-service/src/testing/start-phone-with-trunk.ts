import { startTestPhone } from '@parley/simulated-pstn/testing'
import { startPhone } from './start-phone.ts'

/**
 * Starts a phone whose user has a trunk with a number to a provider. `route` is the body of a request that saves the
 * emergency route through it; `changes` are fields of the trunk.
 */
export async function startPhoneWithTrunk(
  options: Parameters<typeof startPhone>[0] = {},
  changes: object = {},
  wrapEngine?: Parameters<typeof startPhone>[1],
) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options, wrapEngine))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: ['+12125552368'] }
  const { body } = await api.post('/trunks', { ...trunk, ...changes })
  const route = { trunkId: body.id, address: '12 Baker Street, Springfield', testNumber: '933' }
  return { phone, provider, ada, api, route, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
