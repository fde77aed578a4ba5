import { sleep, waitUntil } from '@parley/primitives'
import { generateSdesKey } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import {
  conferenceRef,
  createAgreement,
  startMediaWithConference,
  tonesHz,
} from '../testing/media-fixture.ts'

describe('audio routing', () => {
  /** Guarantee: every leg receives the others and not itself. */
  test.each(['PCMU', 'PCMA', 'G722', 'opus'] as const)(
    'two legs with %s receive each other',
    async (codec) => {
      await using test = await startMediaWithConference()
      const ada = await test.addPhone('ada', { codec, toneHz: tonesHz.ada })
      const grace = await test.addPhone('grace', { codec, toneHz: tonesHz.grace })

      await waitUntil(
        'the expected tones are received',
        () =>
          ada.receivedTonesHz.join() === `${tonesHz.grace}` &&
          grace.receivedTonesHz.join() === `${tonesHz.ada}`,
      )
      await sleep(300)

      expect(ada.receivedTonesHz).toEqual([tonesHz.grace])
      expect(grace.receivedTonesHz).toEqual([tonesHz.ada])
    },
  )

  test('each of three legs with different codecs receives exactly the other two', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { codec: 'PCMA', toneHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { codec: 'opus', toneHz: tonesHz.grace })
    const linus = await test.addPhone('linus', { codec: 'PCMU', toneHz: tonesHz.linus })

    await waitUntil('the expected tones are received', () =>
      [ada, grace, linus].every((phone) => phone.receivedTonesHz.length === 2),
    )
    await sleep(500)

    expect(ada.receivedTonesHz).toEqual([tonesHz.grace, tonesHz.linus])
    expect(grace.receivedTonesHz).toEqual([tonesHz.ada, tonesHz.linus])
    expect(linus.receivedTonesHz).toEqual([tonesHz.ada, tonesHz.grace])
  })

  test('listeners with a shared mix receive it, and muting removes a leg from it', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { codec: 'opus', toneHz: tonesHz.ada })
    const listeners = [
      await test.addPhone('grace', { codec: 'opus' }),
      await test.addPhone('linus', { codec: 'opus' }),
    ]
    for (const legId of ['grace', 'linus']) {
      await test.media.request({ command: 'set-muted', ...conferenceRef, legId, muted: true })
    }

    await waitUntil('the expected tones are received', () =>
      listeners.every((phone) => phone.receivedTonesHz.join() === `${tonesHz.ada}`),
    )
    await test.media.request({ command: 'set-muted', ...conferenceRef, legId: 'ada', muted: true })
    await waitUntil('silence is received', () => listeners.every((phone) => phone.isSilent))

    expect(ada.isSilent).toBe(true)
  })

  /** Guarantee: who does not hear the announcement of a recording of another call is not sent to that call. */
  test.each([
    ['rings', { isEarly: true }],
    ['holds us', { agreement: { direction: 'recvonly' } }],
  ] as const)(
    'ZR787: a telephone that %s is not heard by a link to another conference until it hears it',
    async (_, state) => {
      await using test = await startMediaWithConference()
      const link = await test.addPhone('link', { toneHz: tonesHz.ada, isLink: true })
      const grace = await test.addPhone('grace', { toneHz: tonesHz.grace, ...state })
      const linus = await test.addPhone('linus')

      await waitUntil('both are heard by a telephone', () => linus.receivedTonesHz.length === 2)
      await sleep(500)
      expect(link.isSilent).toBe(true)
      expect(linus.receivedTonesHz).toEqual([tonesHz.ada, tonesHz.grace])

      const agreement = createAgreement(grace.port, 'PCMU')
      await test.media.request({ command: 'connect-rtp', ...conferenceRef, legId: 'grace', agreement })
      await waitUntil('the telephone is heard', () => link.receivedTonesHz.includes(tonesHz.grace))
    },
  )

  test('only the coached leg receives the coach', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const customer = await test.addPhone('customer', { toneHz: tonesHz.grace })
    const coach = await test.addPhone('coach', { toneHz: tonesHz.linus })

    await test.media.request({
      command: 'set-audio-sources',
      ...conferenceRef,
      legId: 'customer',
      others: ['ada'],
    })

    await waitUntil(
      'the expected tones are received',
      () =>
        ada.receivedTonesHz.length === 2 &&
        coach.receivedTonesHz.length === 2 &&
        customer.receivedTonesHz.length === 1,
    )
    await sleep(500)
    expect(customer.receivedTonesHz).toEqual([tonesHz.ada])
    expect(ada.receivedTonesHz).toEqual([tonesHz.grace, tonesHz.linus])
    expect(coach.receivedTonesHz).toEqual([tonesHz.ada, tonesHz.grace])
  })

  test('a held leg receives and sends no audio; releasing it restores its routing', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => grace.receivedTonesHz.length === 1)

    await test.media.request({ command: 'set-held', ...conferenceRef, legId: 'grace', held: true })
    await waitUntil('the expected tones are received', () => ada.isSilent && grace.isSilent)

    await test.media.request({ command: 'set-held', ...conferenceRef, legId: 'grace', held: false })
    await waitUntil(
      'the expected tones are received',
      () =>
        ada.receivedTonesHz.join() === `${tonesHz.grace}` &&
        grace.receivedTonesHz.join() === `${tonesHz.ada}`,
    )
  })

  test('SRTP with signalled keys carries the audio', async () => {
    await using test = await startMediaWithConference()
    const srtp = { local: generateSdesKey(), remote: generateSdesKey('AES_CM_128_HMAC_SHA1_80') }
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada, agreement: { srtp } })
    const grace = await test.addPhone('grace', { toneHz: tonesHz.grace })

    await waitUntil(
      'the expected tones are received',
      () =>
        ada.receivedTonesHz.join() === `${tonesHz.grace}` &&
        grace.receivedTonesHz.join() === `${tonesHz.ada}`,
    )
  })

  test('renegotiation during a call changes codec and direction', async () => {
    await using test = await startMediaWithConference()
    const ada = await test.addPhone('ada', { toneHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { toneHz: tonesHz.grace })
    await waitUntil('the expected tones are received', () => ada.receivedTonesHz.length === 1)

    const inactive = { ...createAgreement(ada.port, 'PCMU'), direction: 'recvonly' as const }
    await test.media.request({ command: 'connect-rtp', ...conferenceRef, legId: 'ada', agreement: inactive })
    await waitUntil('silence is received', () => ada.isSilent)

    const agreement = createAgreement(ada.port, 'PCMA')
    await ada.change('PCMA')
    await test.media.request({ command: 'connect-rtp', ...conferenceRef, legId: 'ada', agreement })
    await waitUntil(
      'the expected tones are received',
      () =>
        ada.receivedTonesHz.join() === `${tonesHz.grace}` &&
        grace.receivedTonesHz.join() === `${tonesHz.ada}`,
    )
  })
})
