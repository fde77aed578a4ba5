import { startTestApp, type TestApp } from '@parley/dev-env'
import { type Actor, signUpActor, toPhoneUnderTest } from '@parley/dev-env/fuzz'
import { sleep, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../phone-service/src/testing/test-browser.ts'

const echo = '+1 555 0100'
/** Longer than the window in which signals count as one. */
const nextSignalMs = 3_500

/** Guarantee: a stop signal during a call does not interrupt it, and the process ends with the call. */
test('FO3, NR4: after SIGTERM, the audio of a call continues, and the process ends when the call does', async () => {
  await using app = await startTestApp({ settings: { PARLEY_DRAIN_SECONDS: '600' } })
  const { ada, browser, id } = await startEchoCall(app)
  await using _browser = browser

  process.kill(app.pid, 'SIGTERM')

  await waitUntil('the product drains', async () => (await readHealth(app)).status === 503)
  expect((await readHealth(app)).body.error).toContain('draining')
  const phone = toPhoneUnderTest(app, ada).as(asUser(ada))
  const started = await phone.post('/calls', { to: echo, handsetId: browser.handsetId })
  expect([started.status, started.body.code]).toEqual([503, 'SERVER_STOPPING'])
  browser.say(700)
  await browser.waitForTone(700, [500])

  const output = () => app.output
  const printed = output()
  expect((await phone.post(`/calls/${id}/hang-up`, {})).status).toBe(200)
  expect((await browser.next('call.ended')).call).toMatchObject({ id, endReason: 'hung-up' })
  expect(printed).not.toContain('Stopping.')
  await waitUntil('the process stops', () => output().includes('Stopping.'))
})

test.each([
  ['after a second signal', '600', (app: TestApp) => app.stop()],
  ['when the time is over', '8', (app: TestApp) => app.exited],
])('FO3: calls that remain %s end as server-stopped, and the process ends', async (_, seconds, end) => {
  await using app = await startTestApp({ settings: { PARLEY_DRAIN_SECONDS: seconds } })
  const { browser, id } = await startEchoCall(app)
  await using _browser = browser
  process.kill(app.pid, 'SIGTERM')
  await sleep(nextSignalMs)
  await browser.waitForTone(500)

  const exitCode = await end(app)

  expect(exitCode).toBe(0)
  expect((await browser.next('call.ended')).call).toMatchObject({ id, endReason: 'server-stopped' })
})

/** Starts a call of a new user, who speaks 500 Hz and hears it. */
async function startEchoCall(app: TestApp) {
  const ada = await signUpActor(app)
  const browser = await openBrowser(toPhoneUnderTest(app, ada), asUser(ada))
  browser.say(500)
  const { id } = await browser.call(echo)
  await browser.waitForTone(500)
  return { ada, browser, id }
}

function asUser({ userId }: Actor) {
  return { id: userId, displayName: 'Ada', teamIds: [], administers: [] }
}

async function readHealth({ phoneUrl }: TestApp) {
  const response = await fetch(`${phoneUrl}/health?db`)
  return { status: response.status, body: await response.json() }
}
