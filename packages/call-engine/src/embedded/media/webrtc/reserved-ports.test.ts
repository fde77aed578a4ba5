import { waitUntil } from '@parley/primitives'
import { findFreeRange } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { type MediaFixture, startMediaWithConference } from '../../testing/media-fixture.ts'

/** No other test binds ports of this address. */
const ownAddress = '127.0.8.32'
const noPort = 'is free for a WebRTC connection'

/** Guarantee: who calls an emergency service does not get a reserved port for an ordinary call. */
test('ZR908: the connection of a call that an emergency service has left loses its reserved port', async () => {
  await using media = await startWithPorts(10, 8)
  await open(media, 'left', { isEmergency: true })
  await offer(media, 'left', 'mallory')
  await open(media, 'continues', { isEmergency: true, ownerId: 'other' })
  await offer(media, 'continues', 'ada')
  expect(await tryOffer(media, 'continues', 'grace')).toBe(false)

  await setEmergency(media, 'left', false)

  await waitUntil('the port is free', () => tryOffer(media, 'continues', 'grace'))
  expect(await tryOffer(media, 'left', 'again')).toBe(false)
})

test('ZR908: a call that an emergency service has left takes a port that others have released', async () => {
  await using media = await startWithPorts(10, 8)
  await open(media, 'left', { isEmergency: true })
  await offer(media, 'left', 'ada')
  await setEmergency(media, 'left', false)
  await remove(media, 'talk', 'user0')
  // Of the ten ports, eight are in use, and two are reserved: none is left.
  await waitUntil('the port is released', () => tryOpen(media, 'probe', { isEmergency: true }))

  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await tryOffer(media, 'talk', 'linus')).toBe(false)
  await remove(media, 'left', 'ada')
  await waitUntil('the port of the call is released', () => tryOffer(media, 'talk', 'linus'))
})

test('ZR908: a reserved port is lost in spite of a merge into an ordinary call', async () => {
  await using media = await startWithPorts(10, 8)
  await open(media, 'left', { isEmergency: true })
  await offer(media, 'left', 'mallory')
  await setEmergency(media, 'left', false)
  await open(media, 'ordinary', { isEmergency: false })
  await media.media.request({ command: 'adopt-legs', conferenceId: 'ordinary', from: 'left' })
  await open(media, 'emergency', { isEmergency: true })
  await offer(media, 'emergency', 'ada')

  await waitUntil('the port is free', () => tryOffer(media, 'emergency', 'grace'))
})

/** Guarantee: one workspace cannot use up the reserved ports. */
test('ZR909: one workspace has at most half of the reserved ports, and others the rest', async () => {
  await using media = await startWithPorts(25, 20)
  for (const owner of ['mallory', 'ada']) await open(media, owner, { isEmergency: true, ownerId: owner })
  await offer(media, 'mallory', 'one')
  await offer(media, 'mallory', 'two')

  expect(await tryOffer(media, 'mallory', 'three')).toBe(false)
  expect(await tryOpen(media, 'further', { isEmergency: true, ownerId: 'mallory' })).toBe(false)
  expect(await tryOffer(media, 'ada', 'caller')).toBe(true)
  await remove(media, 'mallory', 'one')
  await waitUntil('its port counts no more', () => tryOffer(media, 'mallory', 'three'))
})

interface Call {
  readonly isEmergency: boolean
  readonly ownerId?: string
}

/** Starts a media process with ports, of which ordinary connections have `used`, and can have no other. */
async function startWithPorts(count: number, used: number): Promise<MediaFixture> {
  const min = await findFreeRange(count, ownAddress)
  const media = await startMediaWithConference({
    webRtcAddress: ownAddress,
    webRtcPorts: { min, max: min + count - 1 },
    reservedPortTimeoutMs: 300,
  })
  for (let index = 0; index < used; index++) await offer(media, 'talk', `user${index}`)
  await expect(offer(media, 'talk', 'further')).rejects.toThrow(noPort)
  return media
}

async function open({ media }: MediaFixture, conferenceId: string, call: Call): Promise<void> {
  await media.request({ command: 'open-conference', conferenceId, ...call })
}

/** Opens a conference if a port for its browser is free. */
async function tryOpen({ media }: MediaFixture, conferenceId: string, call: Call): Promise<boolean> {
  return await media.request({ command: 'open-conference', conferenceId, ...call, requiresPort: true })
}

async function setEmergency({ media }: MediaFixture, conferenceId: string, isEmergency: boolean) {
  await media.request({ command: 'set-emergency', conferenceId, isEmergency })
}

async function remove({ media }: MediaFixture, conferenceId: string, legId: string): Promise<void> {
  await media.request({ command: 'remove-leg', conferenceId, legId })
}

async function offer({ media }: MediaFixture, conferenceId: string, legId: string): Promise<void> {
  await media.request({ command: 'offer-webrtc', conferenceId, legId, codecs: ['PCMU'] })
}

/** Returns whether a connection got a port. */
async function tryOffer(media: MediaFixture, conferenceId: string, legId: string): Promise<boolean> {
  try {
    await offer(media, conferenceId, legId)
    return true
  } catch (error) {
    expect(String(error)).toContain(noPort)
    return false
  }
}
