import { createSine, detectTones } from '@parley/rtp'
import { expect, test } from 'vitest'
import { fetchWav } from '../testing/fetch-wav.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { areBothRecorded } from '../testing/record-one-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee (CM3): every participant hears the announcement before being recorded, in whichever order they connect. */
test('a call that is answered before its browser is connected is announced to both, and has both tracks', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)

  const request = { to: '+12125552370', handsetId: browser.handsetId, recording: 'on' }
  const { body: joined } = await phone.as(ada).post('/calls', request)
  const { id } = joined.call
  const far = await trunk.nextCall()
  await far.answer()
  await far.receivesSpeech()
  const early = await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  await browser.rejoin(id)
  await browser.waitForVoice()
  await browser.waitForCall(id, areBothRecorded)
  browser.say(500)
  far.play(createSine(700, 8_000))
  await Promise.all([browser.waitForTone(700), far.receivesTone(500)])
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await browser.next('call.ended')

  const [ofBrowser, ofTelephone] = joined.call.legs
  expect(early.legs[0]).toMatchObject({ id: ofBrowser.id, state: 'joining' })
  expect(early.recordings).toMatchObject([{ legId: ofTelephone.id }])
  expect(await readTones(phone, ada, id)).toEqual({ [ofBrowser.id]: [500], [ofTelephone.id]: [700] })
})

/** Returns the tones at the end of each recording of a call, by leg id. */
async function readTones(phone: TestPhone, user: Parameters<TestPhone['as']>[0], callId: string) {
  const { body: call } = await phone.as(user).get(`/calls/${callId}`)
  const tones: Record<string, readonly number[]> = {}
  for (const { id, legId } of call.recordings as { id: string; legId: string }[]) {
    const { samples, sampleRate } = await fetchWav(phone, user, `/recordings/${id}/links`)
    tones[legId] = detectTones(samples.subarray(-sampleRate / 4), [500, 700], sampleRate)
  }
  return tones
}
