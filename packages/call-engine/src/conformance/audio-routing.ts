import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import type { StartEngine } from './engine-under-test.ts'
import { connect, nextEvent, toneFrequenciesHz } from './steps.ts'

export function describeAudioRouting(start: StartEngine): void {
  describeListening(start)
  describeHoldAndDigits(start)
}

function describeListening(start: StartEngine): void {
  /** Guarantee: each of three legs receives exactly the other two. */
  test('each of three legs receives the other two and not itself', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const parties = []
    for (const own of toneFrequenciesHz) parties.push({ own, far: (await connect(fixture, conference)).far })

    for (const { own, far } of parties) far.play(createSine(own, 8_000))

    for (const { own, far } of parties) {
      for (const other of toneFrequenciesHz) if (other !== own) await far.receivesTone(other, [own])
    }
  })

  test('a leg receives audio only from the legs set as its sources', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const [speaking, listening] = [await connect(fixture, conference), await connect(fixture, conference)]
    speaking.far.play(createSine(500, 8_000))
    await listening.far.receivesTone(500)

    await conference.setAudioSources(listening.legId, [])
    await listening.far.receivesSilence()
    await conference.setAudioSources(listening.legId, 'everyone-else')

    await listening.far.receivesTone(500)
  })

  test('no leg receives the audio of a muted leg until it is unmuted', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const [speaking, listening] = [await connect(fixture, conference), await connect(fixture, conference)]
    speaking.far.play(createSine(500, 8_000))
    await listening.far.receivesTone(500)

    await conference.setMuted(speaking.legId, 'muted')
    await listening.far.receivesSilence()
    await conference.setMuted(speaking.legId, 'unmuted')

    await listening.far.receivesTone(500)
  })
}

function describeHoldAndDigits(start: StartEngine): void {
  test('a held leg receives music and sends no audio; releasing it restores both directions', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const [held, other] = [await connect(fixture, conference), await connect(fixture, conference)]
    held.far.play(createSine(500, 8_000))
    await other.far.receivesTone(500)

    await conference.setOnHold(held.legId, 'held')
    await conference.addPlayer({ legId: 'music', source: { kind: 'hold-music' }, to: [held.legId] })
    await Promise.all([held.far.receivesSpeech(), other.far.receivesSilence()])
    other.far.play(createSine(700, 8_000))
    await conference.setOnHold(held.legId, 'released')
    await conference.hangUp('music')

    await Promise.all([other.far.receivesTone(500), held.far.receivesTone(700)])
  })

  test('DTMF digits are transmitted in both directions', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(fixture, conference)

    await conference.sendDigits(legId, '15')
    await conference.sendDigits(legId, '#')
    far.press('9')

    expect(await nextEvent(events, 'digit')).toMatchObject({ legId, digit: '9' })
    await expect.poll(() => far.digits.join(''), { timeout: 10_000 }).toBe('15#')
  })

  test('hold and resume by the peer are reported', async () => {
    await using fixture = await start()
    const conference = await fixture.engine.openConference()
    const events = conference.events[Symbol.asyncIterator]()
    const { legId, far } = await connect(fixture, conference)

    await far.offer('sendonly')
    expect(await nextEvent(events, 'leg-held-by-peer')).toMatchObject({ legId, state: 'held' })
    await far.offer('sendrecv')

    expect(await nextEvent(events, 'leg-held-by-peer')).toMatchObject({ legId, state: 'released' })
  })
}
