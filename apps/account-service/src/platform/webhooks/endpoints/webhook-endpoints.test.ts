import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { adminHeaders, type Headers, setUpAccountService } from '../../../testing.ts'

const service = setUpAccountService()
let admin: Headers
beforeAll(async () => {
  admin = await adminHeaders(service())
})

test('LK6: URLs on private networks and non-HTTP URLs are rejected on creation', async () => {
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'])
    expect((await service().post('/internal/webhook-endpoints', { url }, admin)).status).toBe(400)
  for (const url of ['ftp://example.com/', 'example.com', 'http://me:secret@example.com/'])
    expect((await service().post('/internal/webhook-endpoints', { url }, admin)).body.code).toBe(
      'SCHEMA_ERROR',
    )
})

test('unknown endpoints and those of another project are not found', async () => {
  const nothing = `/internal/webhook-endpoints/${randomUUID()}`
  for (const answer of [
    await service().patch(nothing, { description: '' }, admin),
    await service().delete(nothing, admin),
    await service().post(`${nothing}/rotate-secret`, undefined, admin),
    await service().get(`${nothing}/deliveries`, admin),
    await service().post(`${nothing}/deliveries/${randomUUID()}/replay`, undefined, admin),
  ])
    expect(answer.status).toBe(404)
})
