import { createSocket } from 'node:dgram'
import { join } from 'node:path'
import { required, sleep, waitUntil } from '@parley/primitives'
import { createSine, createWavWriter, serializeRtp } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import {
  conferenceRef,
  createAgreement,
  startMedia,
  startMediaWithConference,
  tonesHz,
} from '../testing/media-fixture.ts'

describe('digits', () => {
  test('sent by a telephone are reported once each', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })

    ada.audio.sendDigits('0123456789*#')
    await test.waitForEvent((event) => event.event === 'digit' && event.digit === '#')

    const digits = test.events.flatMap((event) => (event.event === 'digit' ? [event.digit] : []))
    expect(digits.join('')).toBe('0123456789*#')
  })

  test('sent to a telephone arrive in order at both clock rates', async () => {
    await using test = await startMediaWithConference()
    for (const codec of ['PCMU', 'opus'] as const) {
      const received: string[] = []
      await test.addPhone(codec, { codec, onDigit: (digit) => received.push(digit) })

      await test.media.request({ command: 'send-digits', ...conferenceRef, legId: codec, digits: '12' })
      await test.media.request({ command: 'send-digits', ...conferenceRef, legId: codec, digits: '2#' })

      await test.waitForEvent((event) => event.event === 'digits-sent' && event.legId === codec)
      await waitUntil('the digits have arrived', () => received.join('') === '122#')
    }
  })

  test('are rejected when telephone events were not negotiated', async () => {
    await using test = await startMediaWithConference()
    await test.addPhone('ada', { agreement: { telephoneEvents: [] } })

    const sending = test.media.request({
      command: 'send-digits',
      ...conferenceRef,
      legId: 'ada',
      digits: '1',
    })
    await expect(sending).rejects.toThrow('did not negotiate telephone events')
  })
})

describe('a player', () => {
  test('of a file is mixed over the conference for its listeners only, and ends', async () => {
    await using test = await startMediaWithConference()
    const path = join(test.folder, 'announcement.wav')
    const writer = await createWavWriter(path, 16_000)
    await writer.append(required(createSine(1300, 16_000).read(16_000), 'the audio'))
    await writer.finish()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.length === 1)

    await test.media.request({ ...player, source: { kind: 'file', path } })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.includes(1300))
    expect(grace.receivedTonesHz).toEqual([tonesHz.ada])
    await test.waitForEvent((event) => event.event === 'player-ended' && event.legId === 'player')

    await waitUntil(
      'the expected tones are received',
      () => ada.receivedTonesHz.join() === `${tonesHz.grace}`,
    )
  })

  test('is added once, and can be removed', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada')
    const source = { kind: 'sine', frequencyHz: 1300 } as const

    await Promise.all([test.media.request({ ...player, source }), test.media.request({ ...player, source })])
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.join() === '1300')
    expect(await test.media.request({ command: 'inspect' })).toMatchObject({ legs: 2 })
    await test.media.request({ command: 'remove-leg', ...conferenceRef, legId: 'player' })

    await waitUntil('silence is received', () => ada.isSilent)
    await test.waitForEvent((event) => event.event === 'leg-left' && event.legId === 'player')
  })

  test('VR13: for a telephone that holds us waits until it receives audio again', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada')
    const connect = (direction: 'sendrecv' | 'recvonly') =>
      test.media.request({
        command: 'connect-rtp',
        ...conferenceRef,
        legId: 'ada',
        agreement: { ...createAgreement(ada.port, 'PCMU'), direction },
      })
    const path = join(test.folder, 'short.wav')
    const writer = await createWavWriter(path, 8_000)
    await writer.append(required(createSine(1300, 8_000).read(1_600), 'the audio'))
    await writer.finish()
    const ends = () => test.events.filter(({ event }) => event === 'player-ended').length
    await connect('recvonly')

    await test.media.request({ ...player, source: { kind: 'file', path } })
    await sleep(1_000)
    expect(ends()).toBe(0)
    await connect('sendrecv')

    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.includes(1300))
    await test.waitForEvent(({ event }) => event === 'player-ended')
  })

  test('of a file without audio is rejected', async () => {
    await using test = await startMediaWithConference()
    await test.addPhone('ada')
    const source = { kind: 'file', path: new URL(import.meta.url).pathname } as const

    const playing = test.media.request({ ...player, source })

    await expect(playing).rejects.toThrow('is not a 16-bit mono WAV file')
  })
})

/** A player for one telephone, without its source. */
const player = {
  command: 'add-player' as const,
  ...conferenceRef,
  legId: 'player',
  listeners: ['ada'],
  repeat: 'once' as const,
}

describe('media', () => {
  test('a telephone that stops sending is reported, and again when it resumes', async () => {
    await using test = await startMediaWithConference({ mediaTimeoutMs: 600 })
    let isCut = false
    await test.addPhone('ada', { toneHz: tonesHz.ada, sendFilter: () => !isCut })
    await test.waitForEvent((event) => event.event === 'leg-attached')

    isCut = true
    const lost = await test.waitForEvent((event) => event.event === 'media-lost')
    isCut = false
    await waitUntil(
      'the leg is attached',
      () => test.events.filter((event) => event.event === 'leg-attached').length === 2,
    )

    expect(lost).toMatchObject({ legId: 'ada', never: false })
  })

  test('a telephone that never sends is reported as such, unless no audio is expected from it', async () => {
    await using test = await startMediaWithConference({ mediaTimeoutMs: 600 })
    await test.addPhone('quiet', { sendFilter: () => false })
    await test.addPhone('listener', { sendFilter: () => false, agreement: { direction: 'sendonly' } })

    expect(await test.waitForEvent((event) => event.event === 'media-lost')).toMatchObject({
      legId: 'quiet',
      never: true,
    })
    await sleep(1_000)
    expect(test.events.filter((event) => event.event === 'media-lost')).toHaveLength(1)
  })

  test('5 % loss remains intelligible and is reported with the level as quality', async () => {
    await using test = await startMediaWithConference({ qualityIntervalMs: 1_000 })
    let packets = 0
    await test.addPhone('ada', { toneHz: tonesHz.ada, sendFilter: () => ++packets % 20 !== 0 })
    const grace = await test.addPhone('grace')
    await waitUntil(
      'the expected tones are received',
      () => grace.receivedTonesHz.join() === `${tonesHz.ada}`,
    )

    const reported = await test.waitForEvent(
      (event) => event.event === 'quality' && event.legId === 'ada' && event.quality.packetsLost >= 4,
    )

    const quality = reported.event === 'quality' ? reported.quality : null
    expect(quality?.lossRatio).toBeGreaterThan(0)
    expect(quality?.levelDbfs).toBeGreaterThan(-25)
    expect(quality?.mos).toBeLessThan(4.4)
    await waitUntil(
      'the expected tones are received',
      () => grace.receivedTonesHz.join() === `${tonesHz.ada}`,
    )
  })

  /** Guarantee: malformed packets of one peer affect no other leg. */
  test('a flood of malformed packets on every port does not affect the call', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const { port, rtcpPort } = await test.media.request({
      command: 'add-rtp-leg',
      ...conferenceRef,
      legId: 'flooded',
    })
    const grace = await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.length === 1)
    const attacker = createSocket('udp4')

    for (let n = 0; n < 20_000; n++) {
      const noise = Buffer.from(Array.from({ length: n % 60 }, (_, i) => (n * 31 + i * 17) & 0xff))
      const rtp = {
        payloadType: n % 128,
        marker: n % 3 === 0,
        sequenceNumber: n * 7_919,
        timestamp: n * 104_729,
        ssrc: n,
      }
      attacker.send(
        n % 2 ? noise : serializeRtp({ ...rtp, payload: noise }),
        n % 5 ? port : rtcpPort,
        '127.0.0.1',
      )
      if (n % 1_000 === 0) await sleep(10)
    }
    attacker.close()
    await sleep(300)

    expect(ada.receivedTonesHz).toEqual([tonesHz.grace])
    expect(grace.receivedTonesHz).toEqual([tonesHz.ada])
  })
})

describe('closing', () => {
  /**
   * Guarantee: every leg emits `leg-left` before its conference emits `conference-closed`, and no event
   * follows.
   */
  test('closing a conference removes its legs first, and no event follows', async () => {
    await using test = await startMediaWithConference({ qualityIntervalMs: 200 })
    await test.addPhone('ada', { toneHz: tonesHz.ada })
    await test.addPhone('grace', { toneHz: tonesHz.grace })
    await test.media.request({ ...player, source: { kind: 'hold-music' } })

    await Promise.all([
      test.media.request({ command: 'remove-leg', ...conferenceRef, legId: 'ada' }),
      test.media.request({ command: 'close-conference', ...conferenceRef }),
      test.media.request({ command: 'close-conference', ...conferenceRef }),
    ])
    await sleep(500)

    const order = test.events.map(({ event }) => event).filter((event) => event !== 'quality')
    expect(order.filter((event) => event === 'leg-left')).toHaveLength(3)
    expect(test.events.at(-1)?.event).toBe('conference-closed')
    expect(order.filter((event) => event === 'conference-closed')).toHaveLength(1)
  })

  test('ids can be reused, and ports and memory are released', async () => {
    await using test = await startMedia()
    const inspect = () => test.media.request({ command: 'inspect' })
    const before = await inspect()
    const call = async () => {
      await test.media.request({ command: 'open-conference', ...conferenceRef })
      for (const legId of ['ada', 'grace', 'linus']) {
        const { port } = await test.media.request({ command: 'add-rtp-leg', ...conferenceRef, legId })
        const agreement = createAgreement(port, 'opus')
        await test.media.request({ command: 'connect-rtp', ...conferenceRef, legId, agreement })
      }
      const { connectionId } = await test.media.request({
        command: 'offer-webrtc',
        ...conferenceRef,
        legId: 'web',
        codecs: ['opus'],
      })
      expect(connectionId).not.toBe('')
      await sleep(40)
      await test.media.request({ command: 'close-conference', ...conferenceRef })
    }

    for (let n = 0; n < 20; n++) await call()
    const warm = await inspect()
    for (let n = 0; n < 60; n++) await call()
    const after = await inspect()

    expect(after).toMatchObject({ conferences: 0, legs: 0, connections: 0, sockets: before.sockets })
    expect(after.residentBytes - warm.residentBytes).toBeLessThan(30 * 1024 * 1024)
  })

  test('the process exits when it is closed', async () => {
    const test = await startMediaWithConference()
    await test.addPhone('ada')

    await test[Symbol.asyncDispose]()

    await test.exited
    expect(test.media.isRunning).toBe(false)
    expect(() => process.kill(test.media.pid, 0)).toThrow()
  })
})

describe('commands', () => {
  test('that are unknown, malformed or out of sequence are rejected with a message', async () => {
    await using test = await startMediaWithConference()
    const request = (message: object) => test.media.request(message as never)

    await expect(request({ command: 'sing' })).rejects.toThrow('not a command')
    await expect(request({ command: 'open-conference' })).rejects.toThrow('malformed')
    await expect(request({ command: 'open-conference', conferenceId: '../../etc' })).rejects.toThrow(
      'malformed',
    )
    await expect(request({ command: 'open-conference', ...conferenceRef, colour: 'red' })).rejects.toThrow(
      'colour',
    )
    await expect(request({ command: 'open-conference', ...conferenceRef })).rejects.toThrow('already exists')
    await expect(
      request({ command: 'set-muted', ...conferenceRef, legId: 'stranger', muted: true }),
    ).rejects.toThrow('has no leg stranger')
    await expect(request({ command: 'add-rtp-leg', conferenceId: 'other', legId: 'ada' })).rejects.toThrow(
      'does not exist',
    )
    await expect(request({ command: 'remove-leg', ...conferenceRef, legId: 'stranger' })).resolves.toBeNull()
  })

  test('the error for a taken WebRTC port names the port', async () => {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const { port } = socket.address()

    await expect(startMedia({ webRtcPorts: { min: port, max: port } })).rejects.toThrow(
      `No UDP port between ${port} and ${port} is free`,
    )
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  })
})
