import { expect, test } from 'vitest'
import { createTestProject } from '../../email/delivery/testing.ts'
import { getErrorCode, setUpAccountService } from '../../testing.ts'
import { projectConfig, projectSettings } from './config.ts'
import { toProject } from './projects.ts'

const service = setUpAccountService()

test('ZR580: a configuration and settings of more than 128 KiB are rejected, and nothing is changed', async () => {
  const { admin } = await createTestProject(service())
  const path = 'x'.repeat(2_000)
  const domains = Array.from({ length: 70 }, (_, index) => ({
    domain: `https://a${index}.example`,
    handler_path: `/${path}`,
  }))
  const issuers = Array.from({ length: 50 }, (_, index) => ({
    id: `issuer-${index}`,
    issuer: `https://i${index}.example/${path}`,
    client_id: path,
    client_secret: 'secret',
  }))
  const patch = (config: object) => service().patch('/internal/projects/current', { config }, admin)
  const before = await service().get('/internal/projects/current', admin)

  const rejected = [
    await patch({ domains }),
    await service().patch('/internal/settings', { oidc_issuers: issuers }, admin),
  ]

  expect(rejected.map(getErrorCode)).toEqual(['SCHEMA_ERROR', 'SCHEMA_ERROR'])
  for (const { body } of rejected) expect(body.error).toMatch(/131072 bytes/)
  expect((await service().get('/internal/projects/current', admin)).body).toEqual(before.body)
  expect((await patch({ domains: domains.slice(0, 50) })).status).toBe(200)
})

test('ZR580: parsed configurations in memory are limited by their size', () => {
  const parse = (domain: string) =>
    toProject({
      id: 'one',
      display_name: 'One',
      description: '',
      is_production_mode: false,
      created_at: new Date(0),
      config: JSON.stringify(projectConfig.parse({ domains: [{ domain, handler_path: '/' }] })),
      settings: JSON.stringify(projectSettings.parse({})),
    }).config
  const first = parse('https://one.example')

  expect(parse('https://one.example')).toBe(first)
  for (let index = 0; index < 90; index++) parse(`https://${index}.example/${'x'.repeat(100_000)}`)

  expect(parse('https://one.example')).not.toBe(first)
})
