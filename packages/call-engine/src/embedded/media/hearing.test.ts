import { generateSdesKey } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import { agreementWith, openTalk, pause, talk, tonesHz, until } from './media.test-kit.ts'

describe('who hears whom', () => {
  /** Guarantee: everyone hears the others and nobody hears himself. */
  test.each(['PCMU', 'PCMA', 'G722', 'opus'] as const)('two with %s hear each other', async (codec) => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { codec, saysHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { codec, saysHz: tonesHz.grace })

    await until(() => ada.hears.join() === `${tonesHz.grace}` && grace.hears.join() === `${tonesHz.ada}`)
    await pause(300)

    expect(ada.hears).toEqual([tonesHz.grace])
    expect(grace.hears).toEqual([tonesHz.ada])
  })

  test('three with three codecs each hear exactly the other two', async () => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { codec: 'PCMA', saysHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { codec: 'opus', saysHz: tonesHz.grace })
    const linus = await test.addPhone('linus', { codec: 'PCMU', saysHz: tonesHz.linus })

    await until(() => [ada, grace, linus].every((phone) => phone.hears.length === 2))
    await pause(500)

    expect(ada.hears).toEqual([tonesHz.grace, tonesHz.linus])
    expect(grace.hears).toEqual([tonesHz.ada, tonesHz.linus])
    expect(linus.hears).toEqual([tonesHz.ada, tonesHz.grace])
  })

  test('listeners who share a mix hear it, and a mute takes a voice out of it', async () => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { codec: 'opus', saysHz: tonesHz.ada })
    const listeners = [
      await test.addPhone('grace', { codec: 'opus' }),
      await test.addPhone('linus', { codec: 'opus' }),
    ]
    for (const legId of ['grace', 'linus']) {
      await test.media.request({ command: 'set-muted', ...talk, legId, muted: true })
    }

    await until(() => listeners.every((phone) => phone.hears.join() === `${tonesHz.ada}`))
    await test.media.request({ command: 'set-muted', ...talk, legId: 'ada', muted: true })
    await until(() => listeners.every((phone) => phone.isSilent))

    expect(ada.isSilent).toBe(true)
  })

  test('a coach is heard by the one who is coached, and by nobody else', async () => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { saysHz: tonesHz.ada })
    const customer = await test.addPhone('customer', { saysHz: tonesHz.grace })
    const coach = await test.addPhone('coach', { saysHz: tonesHz.linus })

    await test.media.request({ command: 'set-hears', ...talk, legId: 'customer', others: ['ada'] })

    await until(() => ada.hears.length === 2 && coach.hears.length === 2 && customer.hears.length === 1)
    await pause(500)
    expect(customer.hears).toEqual([tonesHz.ada])
    expect(ada.hears).toEqual([tonesHz.grace, tonesHz.linus])
    expect(coach.hears).toEqual([tonesHz.ada, tonesHz.grace])
  })

  test('a held leg hears music, is heard by nobody, and comes back to what it heard', async () => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { saysHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { saysHz: tonesHz.grace })
    await until(() => grace.hears.length === 1)

    await test.media.request({ command: 'set-held', ...talk, legId: 'grace', held: true })
    await until(() => ada.isSilent && !grace.isSilent && !grace.hears.includes(tonesHz.ada))

    await test.media.request({ command: 'set-held', ...talk, legId: 'grace', held: false })
    await until(() => ada.hears.join() === `${tonesHz.grace}` && grace.hears.join() === `${tonesHz.ada}`)
  })

  test('SRTP with the keys of signalling carries the call', async () => {
    await using test = await openTalk()
    const srtp = { local: generateSdesKey(), remote: generateSdesKey('AES_CM_128_HMAC_SHA1_80') }
    const ada = await test.addPhone('ada', { saysHz: tonesHz.ada, agreement: { srtp } })
    const grace = await test.addPhone('grace', { saysHz: tonesHz.grace })

    await until(() => ada.hears.join() === `${tonesHz.grace}` && grace.hears.join() === `${tonesHz.ada}`)
  })

  test('another agreement in the middle of a call moves it to another codec and direction', async () => {
    await using test = await openTalk()
    const ada = await test.addPhone('ada', { saysHz: tonesHz.ada })
    const grace = await test.addPhone('grace', { saysHz: tonesHz.grace })
    await until(() => ada.hears.length === 1)

    const inactive = { ...agreementWith(ada.port, 'PCMU'), direction: 'recvonly' as const }
    await test.media.request({ command: 'connect-rtp', ...talk, legId: 'ada', agreement: inactive })
    await until(() => ada.isSilent)

    const agreement = agreementWith(ada.port, 'PCMA')
    await ada.change('PCMA')
    await test.media.request({ command: 'connect-rtp', ...talk, legId: 'ada', agreement })
    await until(() => ada.hears.join() === `${tonesHz.grace}` && grace.hears.join() === `${tonesHz.ada}`)
  })
})
