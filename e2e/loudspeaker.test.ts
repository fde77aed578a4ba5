import { expect } from 'vitest'
import { dial, hangUp, numbers, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { shareOfEnergy } from './received-audio.ts'
import { startSoundServer } from './sound-server.ts'

/** Guarantee: the audio that a user receives in a call is played on the loudspeaker of their computer. */
test('the browser plays the echo of a call on the loudspeaker of the system', async ({ app, openUser }) => {
  await using sound = await startSoundServer()
  const ada = await openUser('ada', { playsOn: sound.environment })
  const shareOfTone = async () => {
    const { pcm, sampleRate } = await sound.record(3_000)
    return shareOfEnergy(pcm, ada.toneHz, sampleRate)
  }
  expect(await shareOfTone()).toBeLessThan(0.1)

  await dial(ada.page, app, numbers.echo)
  await waitUntilConnected(ada.page)
  await waitForTones(ada.received, { present: [ada.toneHz], absent: [] })
  expect(await shareOfTone()).toBeGreaterThan(0.5)

  await hangUp(ada.page)
  expect(await shareOfTone()).toBeLessThan(0.1)
})
