import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts } from './free-ports.ts'

test('the ports are different and can be listened on', async () => {
  const ports = await findFreePorts(5)
  expect(new Set(ports).size).toBe(5)
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  }
})
