import { sleep } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { delayAnnouncementEnds } from '../testing/delay-announcements.ts'
import { hasRecordedSound } from '../testing/has-recorded-sound.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, caller, target] = ['+12125552367', '+12125552368', '+12125552369']

/** Starts an answered call of a user to a telephone, in which announcements end when the test allows it. */
async function startCall() {
  const stack = new AsyncDisposableStack()
  const announcements = delayAnnouncementEnds()
  const phone = stack.use(await startPhone({}, announcements.wrap))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const as = phone.as(ada)
  const trunk = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: [own] }
  expect((await as.post('/trunks', trunk)).status).toBe(201)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call(caller, { from: own })
  const answer = async () => {
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(500, 8_000))
    return far
  }
  await answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  return {
    announcements,
    phone,
    browser,
    id,
    answer,
    record: (action: 'start' | 'resume' | 'stop') => as.post(`/calls/${id}/recording/${action}`, {}),
    consult: async () => {
      const body = { to: target, mode: 'attended', from: own }
      expect((await as.post(`/calls/${id}/transfer`, body)).status).toBe(200)
      const consulted = await answer()
      await consulted.receivesSpeech()
      return consulted
    },
    end: (how: 'cancel' | 'join') => as.post(`/calls/${id}/transfer/${how}`, {}),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const listMarks = ({ marks }: { marks: { type: string }[] }) =>
  marks.map(({ type }) => type).filter((type) => type.startsWith('recording-'))

/** Guarantee: no audio of a consultation is written, also not by a recording that was announced before it. */
test.each(['cancel', 'join'] as const)(
  'ZR370: a recording announced before a consultation is paused until its end (%s)',
  async (how) => {
    await using call = await startCall()
    call.browser.say(1_100)
    await call.record('start')
    const announcement = await call.announcements.next(2)
    await call.consult()

    announcement.end()
    const consulting = await call.browser.waitForCall(
      call.id,
      ({ recordings, recordingState }) => recordings.length >= 2 && recordingState !== 'announcing',
    )
    await sleep(1_500)
    const hadSound = await hasRecordedSound(call.phone)
    const { body: after } = await call.end(how)

    expect(hadSound).toBe(false)
    expect(consulting).toMatchObject({ recordingState: 'paused', transfer: { stage: 'consulting' } })
    expect(listMarks(consulting)).toEqual(['recording-paused'])
    expect(after).toMatchObject({ recordingState: 'on', transfer: null })
    await expect.poll(() => hasRecordedSound(call.phone), { timeout: 5_000 }).toBe(true)
  },
)

test('ZR370: a recording is neither started nor resumed during a consultation, also by its user', async () => {
  await using call = await startCall()
  call.browser.say(1_100)
  await call.consult()
  const started = await call.record('start')
  await call.end('cancel')
  await call.record('start')
  ;(await call.announcements.next(2)).end()
  await call.browser.waitForCall(call.id, ({ recordingState }) => recordingState === 'on')
  await call.consult()
  const resumed = await call.record('resume')

  for (const { status, body } of [started, resumed])
    expect([status, body.code]).toEqual([409, 'TRANSFER_IN_PROGRESS'])
  expect((await call.record('stop')).body.recordingState).toBe('stopped')
  expect((await call.end('cancel')).body.recordingState).toBe('stopped')
})
