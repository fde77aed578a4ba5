import { required, sleep } from '@parley/primitives'
import { createSine, detectTones, readWav } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import { delayAnnouncementEnds } from '../testing/delay-announcements.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const own = '+12125552367'
const tonesHz = { first: 500, second: 700, third: 1_300 }

/**
 * Starts a recorded call of a silent user with a telephone, whose call other telephones of the trunk replace. The
 * ends of announcements are reported to the service when the test allows it.
 */
async function startRecordedCall() {
  const stack = new AsyncDisposableStack()
  const announcements = delayAnnouncementEnds()
  const phone = stack.use(await startPhone({}, announcements.wrap))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const as = phone.as(ada)
  const trunk = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: [own], allowsRefer: false }
  expect((await as.post('/trunks', trunk)).status).toBe(201)
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call('+12125550187', { from: own })
  const first = await provider.nextCall()
  await first.answer()
  first.play(createSine(tonesHz.first, 8_000))
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const legId = required(
    legs.find(({ kind }) => kind === 'phone'),
    'the leg of the telephone',
  ).id
  expect((await as.post(`/calls/${id}/recording/start`, {})).status).toBe(200)

  return {
    id,
    legId,
    as,
    first,
    browser,
    announcements,
    /** Replaces a call of the provider by one that sends a tone. */
    async replace(replaced: typeof first, toneHz: number) {
      const replaces = createReplaces(required(replaced.sip.dialog, 'the dialog of the telephone'))
      const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
      const call = await provider.call(own, '+12125550199', port, replaces)
      call.play(createSine(toneHz, 8_000))
      expect(await replaced.next('ended')).toMatchObject({ by: 'peer' })
      return call
    },
    waitForState: (state: string) =>
      browser.waitForCall(id, ({ recordingState }) => recordingState === state),
    /** Stops the recording, and returns the tones on the track of the telephone, with their duration. */
    async readTrack() {
      const { body } = await as.post(`/calls/${id}/recording/stop`, {})
      const { recordings } = body as { recordings: { id: string; legId: string }[] }
      const track = required(
        recordings.find((recording) => recording.legId === legId),
        'the recording of the telephone',
      )
      const { get } = await phone.requestAudio(ada, `/recordings/${track.id}/links`)
      const wav = required(readWav(Buffer.from(await (await get()).arrayBuffer())), 'the WAV file')
      return listTones(wav)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Returns the tones in the order in which they sound, with their duration. `hz` is null where none does. */
function listTones({ pcm, sampleRate }: NonNullable<ReturnType<typeof readWav>>) {
  const windowMs = 100
  const length = (sampleRate * windowMs) / 1_000
  const sections: { hz: number | null; ms: number }[] = []
  for (let start = 0; start + length <= pcm.length; start += length) {
    const window = pcm.subarray(start, start + length)
    const isLoud = window.some((sample) => Math.abs(sample) > 1_000)
    const [hz] = isLoud
      ? detectTones(window, Object.values(tonesHz), sampleRate === 8_000 ? 8_000 : 16_000)
      : []
    const last = sections.at(-1)
    if (last && last.hz === (hz ?? null)) last.ms += windowMs
    else sections.push({ hz: hz ?? null, ms: windowMs })
  }
  return sections
}

const listHz = (sections: ReturnType<typeof listTones>) =>
  sections.map(({ hz }) => hz).filter((hz) => hz !== null)

/**
 * Guarantee (ZR531): no participant is recorded without having heard the announcement, also not one who takes over
 * the call of another.
 */
test('ZR531: a telephone that replaces a recorded one is recorded only after it has heard the announcement', async () => {
  await using call = await startRecordedCall()
  ;(await call.announcements.next(2)).end()
  await call.waitForState('on')
  await sleep(500)

  const second = await call.replace(call.first, tonesHz.second)
  await second.receivesSpeech()
  const announcement = await call.announcements.next(1)
  await sleep(500)
  announcement.end()
  await sleep(1_000)

  const sections = await call.readTrack()
  expect(listHz(sections)).toEqual([tonesHz.first, tonesHz.second])
  const [silence] = sections.slice(sections.findIndex(({ hz }) => hz === tonesHz.first) + 1)
  expect(silence?.hz).toBeNull()
  // The announcement and the delay of its end.
  expect(silence?.ms).toBeGreaterThan(1_500)
})

test('ZR531: a telephone that replaces another during the announcement hears it to its end before it is recorded', async () => {
  await using call = await startRecordedCall()
  await call.first.receivesSpeech()

  const second = await call.replace(call.first, tonesHz.second)
  await second.receivesSpeech()
  // To the user and to the second telephone. The one to the first telephone is not played to its end.
  const heard = await call.announcements.next(2)
  const third = await call.replace(second, tonesHz.third)
  heard.end()
  await call.waitForState('on')
  await third.receivesSpeech()
  const announcement = await call.announcements.next(1)
  const { recordings } = (await call.as.get(`/calls/${call.id}`)).body as { recordings: { legId: string }[] }
  expect(recordings.map(({ legId }) => legId)).not.toContain(call.legId)
  announcement.end()
  await sleep(1_000)

  expect(listHz(await call.readTrack())).toEqual([tonesHz.third])
})

test('ZR531: a recording that is paused stays paused when a telephone replaces another', async () => {
  await using call = await startRecordedCall()
  ;(await call.announcements.next(2)).end()
  await call.waitForState('on')
  await call.as.post(`/calls/${call.id}/recording/pause`, {})

  const second = await call.replace(call.first, tonesHz.second)
  await second.receivesSpeech()
  ;(await call.announcements.next(1)).end()
  await sleep(500)

  expect((await call.as.get(`/calls/${call.id}`)).body.recordingState).toBe('paused')
  expect(listHz(await call.readTrack())).not.toContain(tonesHz.second)
})
