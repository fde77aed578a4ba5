import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uniqueEmail } from '../../apps/account-service/src/testing.ts'
import { buildPackages } from '../../scripts/build/packages/build-packages.ts'
import { type Consumer, createConsumer } from '../../scripts/build/packages/consumer.fixture.ts'
import type { Project } from '../fixture/create-project.ts'
import { startSite } from '../next/start-site.ts'
import { testApplication } from '../next/test-application.ts'
import { signUp } from './sign-up.fixture.ts'

const application = join(import.meta.dirname, '../next')

describe('the application of the public Next.js client, with its import replaced by @parley/kit-next', () => {
  let consumer: Consumer
  let started: { origin: string; apiUrl: string; project: Project } | undefined

  beforeAll(async () => {
    consumer = createConsumer()
    const tarballs = await buildPackages(join(consumer.folder, 'tarballs'))
    consumer.install([...tarballs, 'next@16.4.5', 'react@19.3.1', 'react-dom@19.3.1'])
    for (const path of ['app', 'proxy.js', 'stack.jsx'])
      cpSync(join(application, path), join(consumer.folder, path), { recursive: true })
    consumer.write({
      'next.config.mjs': `export default {
  turbopack: { resolveAlias: { 'stack-client': '@parley/kit-next' }, root: import.meta.dirname },
}`,
    })
  }, 300_000)
  afterAll(() => consumer[Symbol.dispose]())

  testApplication(async (apiUrl, project) => {
    const site = await startSite(consumer.folder, apiUrl, project)
    started = { origin: site.origin, apiUrl, project }
    return site
  })

  test('client components that a server renders at the same time for two users contain only the user of their request', async () => {
    const { origin, apiUrl, project } = required(started, 'the application')
    const users = await Promise.all(
      ['ada', 'grace'].map((name) => signUp(apiUrl, project, uniqueEmail(name))),
    )
    const requests = Array.from({ length: 20 }, (_, index) => required(users[index % 2], 'the user'))

    const pages = await Promise.all(
      requests.map(async ({ refreshToken }) => {
        const cookie = `stack-refresh-${project.id}=${refreshToken}`
        const response = await fetch(`${origin}/inside`, { headers: { cookie } })
        return /<span id="client-user">([^<]*)</.exec(await response.text())?.[1]
      }),
    )

    expect(pages).toEqual(requests.map(({ email }) => email))
  })
})
