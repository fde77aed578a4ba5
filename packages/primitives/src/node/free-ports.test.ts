import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts } from './free-ports.ts'

test.each(['127.0.0.1', '::1'])('the ports of %s are different and can be listened on', async (host) => {
  const ports = await findFreePorts(5, host)
  expect(new Set(ports).size).toBe(5)
  for (const port of ports) {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
  }
})

/** Guarantee: no port is returned that a system may choose for port 0 before it is used. */
test('the ports are below the dynamic ports', async () => {
  expect(Math.max(...(await findFreePorts(50)))).toBeLessThan(32_768)
})
