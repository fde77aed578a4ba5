import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts answered calls of one user, each in its own tab, with a telephone that sends 500 Hz. */
async function startCalls() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const fields = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: ['+12125552367'] }
  expect((await phone.as(ada).post('/trunks', fields)).status).toBe(201)
  const change = (id: string, action: string) => phone.as(ada).post(`/calls/${id}/recording/${action}`, {})
  return {
    phone,
    ada,
    change,
    async dial(to: string) {
      const browser = stack.use(await openBrowser(phone, ada))
      const { id } = await browser.call(to, { from: '+12125552367' })
      const far = await provider.nextCall()
      await far.answer()
      far.play(createSine(500, 8_000))
      await browser.waitForCall(id, ({ phase }) => phase === 'talking')
      return { id, browser, far }
    },
    async record({ id, browser }: Awaited<ReturnType<typeof this.dial>>) {
      expect((await change(id, 'start')).status).toBe(200)
      await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const listMarks = ({ marks }: { marks: { type: string }[] }) => marks.map(({ type }) => type)

test('ZR260: a recording is paused and resumed, with marks, and repeated requests change nothing', async () => {
  await using calls = await startCalls()
  const { change } = calls
  const call = await calls.dial('+12125552368')
  await calls.record(call)

  const paused = [await change(call.id, 'pause'), await change(call.id, 'pause')]
  const resumed = [await change(call.id, 'resume'), await change(call.id, 'resume')]
  await change(call.id, 'pause')
  const { body: stopped } = await change(call.id, 'stop')

  expect(paused.map(({ body }) => body.recordingState)).toEqual(['paused', 'paused'])
  expect(resumed.map(({ body }) => body.recordingState)).toEqual(['on', 'on'])
  expect(stopped).toMatchObject({ recordingState: 'stopped', phase: 'talking' })
  expect(listMarks(stopped)).toEqual([
    'recording-started',
    'recording-paused',
    'recording-resumed',
    'recording-paused',
    'recording-stopped',
  ])
})

test('a recording that does not run cannot be paused or resumed', async () => {
  await using calls = await startCalls()
  const { id } = await calls.dial('+12125552368')

  for (const action of ['pause', 'resume']) {
    const { status, body } = await calls.change(id, action)
    expect([status, body.code]).toEqual([409, 'NOT_RECORDING'])
  }
})

test('a member who does not take part in a call can neither pause nor resume its recording', async () => {
  await using calls = await startCalls()
  const call = await calls.dial('+12125552368')
  await calls.record(call)
  const { teamIds } = calls.ada
  const grace = calls.phone.accounts.addUser('Grace', teamIds, teamIds)
  const stranger = calls.phone.signUp('Linus')

  for (const action of ['pause', 'resume']) {
    const path = `/calls/${call.id}/recording/${action}`
    expect((await calls.phone.as(grace).post(path, {})).body.code).toBe('NOT_IN_CALL')
    expect((await calls.phone.as(stranger).post(path, {})).body.code).toBe('CALL_NOT_FOUND')
  }
  const { body } = await calls.phone.as(calls.ada).get(`/calls/${call.id}`)
  expect(body.recordingState).toBe('on')
})

test('a participant who joins during a pause is recorded only after it', async () => {
  await using calls = await startCalls()
  const call = await calls.dial('+12125552368')
  await calls.record(call)
  await calls.change(call.id, 'pause')

  await calls.phone.as(calls.ada).post(`/calls/${call.id}/participants`, { to: '+1 555 0101' })
  const joined = await call.browser.waitForCall(call.id, ({ recordings }) => recordings.length === 3)

  expect(joined.recordingState).toBe('paused')
  expect((await calls.change(call.id, 'resume')).body.recordingState).toBe('on')
})

test.each(['the older', 'the younger'] as const)(
  'ZR260: a recording of %s call that is paused stays paused when the calls are merged',
  async (paused) => {
    await using calls = await startCalls()
    const { phone, ada } = calls
    const older = await calls.dial('+12125552368')
    const younger = await calls.dial('+12125552369')
    const call = paused === 'the older' ? older : younger
    await calls.record(call)
    await calls.change(call.id, 'pause')

    const { status } = await phone.as(ada).post(`/calls/${older.id}/merge`, { call: younger.id })
    const merged = await older.browser.waitForCall(
      older.id,
      ({ recordings }) => new Set(recordings.map(({ legId }) => legId)).size === 3,
    )

    expect([status, merged.recordingState]).toEqual([200, 'paused'])
    expect(listMarks(merged)).not.toContain('recording-resumed')
  },
)
