import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { setUpAccountService } from '../../testing.ts'
import { createApplication } from './testing/application.ts'

const service = setUpAccountService({
  options: { internalSignUp: true, outboundNetworks: ['127.0.0.0/8'] },
})

/** Guarantee: the service does not send a request to an issuer for each sign-in that starts. */
test('ZR92: concurrent sign-ins share one discovery of an issuer, whose failure is remembered for seconds', async () => {
  let requests = 0
  const issuer = createServer((_request, response) => {
    requests += 1
    response.writeHead(500).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void issuer.close())
  await once(issuer, 'listening')
  const { port } = issuer.address() as AddressInfo
  const app = await createApplication(service(), { issuers: { acme: `http://127.0.0.1:${port}` } })
  const url = app.authorizeUrl('acme').replace('http://accounts.example.com', service().origin)
  const start = async () => (await fetch(url, { redirect: 'manual' })).status

  const statuses = await Promise.all(Array.from({ length: 5 }, start))
  statuses.push(await start())
  expect([requests, new Set(statuses).size]).toEqual([1, 1])

  service().advance(5_001)
  await start()
  expect(requests).toBe(2)
})
