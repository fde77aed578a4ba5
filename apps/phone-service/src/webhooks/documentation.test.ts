import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startWebhookPhone } from './testing/start-webhooks.ts'

type VerifyEvent = (secret: string, headers: object, body: string) => unknown

test('the program in docs/phone-webhooks.md verifies an event, and rejects another text and another secret', async () => {
  const text = await readFile(new URL('../../../../docs/phone-webhooks.md', import.meta.url), 'utf8')
  const [, program = ''] = required(/```js\n(.*?)```/s.exec(text), 'the program')
  const folder = await mkdtemp(join(tmpdir(), 'parley-webhooks-'))
  try {
    const file = join(folder, 'verify-event.mjs')
    await writeFile(file, program)
    const { verifyEvent }: { verifyEvent: VerifyEvent } = await import(file)
    await using all = await startWebhookPhone()
    await all.phone.as(all.ada).post(`${all.path}/rotate-secret`)
    await all.sendTest()
    const one = required((await all.receiver.waitForCount(1))[0], 'the event')
    const { secret } = all.webhook

    expect(verifyEvent(secret, one.headers, one.text)).toEqual(one.event)
    expect(() => verifyEvent(secret, one.headers, `${one.text} `)).toThrow('The signature is wrong.')
    expect(() => verifyEvent('whsec_c2VjcmV0', one.headers, one.text)).toThrow('The signature is wrong.')
    const old = { ...one.headers, 'webhook-timestamp': '1' }
    expect(() => verifyEvent(secret, old, one.text)).toThrow('The request is too old.')
  } finally {
    await rm(folder, { recursive: true })
  }
})
