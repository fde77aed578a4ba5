import { required } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import { directory, forkSimulatedPstn, personalNumberAt, startSimulatedPstn, testToneHz } from './index.ts'
import { startTestPhone } from './testing/phone.ts'

const ada = { username: 'ada', password: 'correct horse' }
const accounts = [ada]
const open = () => startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts, ringMs: 50 })
const personalNumber = (index: number) => required(personalNumberAt(index), 'the personal number')
const serviceNumber = (service: string) =>
  required(
    directory.find((entry) => entry.service === service),
    'the number of the service',
  ).number

describe('test numbers that answer', () => {
  test('the echo number plays back the received audio', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('echo'))
    await call.next('answered')
    call.play(createSine(700, 8_000))

    await call.receivesTone(700)
  })

  test('the tone number plays its tone', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('tone'))

    await call.receivesTone(testToneHz)
  })

  test('the speaking number plays speech and hangs up', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('speech'))
    const ended = await call.next('ended')

    const voice = call.receivedAudio(10_000)
    expect(ended.by).toBe('peer')
    expect(voice.filter((sample) => Math.abs(sample) > 2_000).length).toBeGreaterThan(voice.length / 20)
  }, 30_000)

  test('keys are repeated as tones', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('keys'))
    await call.next('answered')
    call.press('5')
    // A tone lasts 200 ms, which a machine that is busy for as long may lose.
    const repetition = setInterval(() => call.press('5'), 3_000)

    // ITU-T Q.23: the key 5 is 770 Hz and 1,336 Hz.
    await Promise.all([call.receivesTone(770), call.receivesTone(1_336)]).finally(() =>
      clearInterval(repetition),
    )
  })

  test('the hold number puts callers on hold and resumes', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('hold'))
    const first = await call.next('re-offer')

    expect(first.reOffer.sdp).toContain('a=sendonly')
  })
})

describe('test numbers that do not answer', () => {
  test.each([
    ['busy', 486],
    ['reject', 603],
    ['barred', 403],
  ])('%s is rejected with %i', async (service, status) => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber(service))

    expect(await call.next('refused')).toMatchObject({ cause: 'response', status })
  })

  test('an unassigned number gets 404', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call('+4930123456')

    expect(await call.next('refused')).toMatchObject({ status: 404 })
  })

  test('the number that never answers rings until the caller hangs up', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('no-answer'))
    await call.next('ringing')
    await call.hangUp()

    expect(await call.next('refused')).toMatchObject({ cause: 'cancelled' })
  })

  test('the out-of-service number plays an announcement before the call fails', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(serviceNumber('early-failure'))
    await call.next('early-media')
    const rejected = await call.next('refused')

    expect(rejected).toMatchObject({ status: 404 })
    expect(call.receivedAudio(2_000).some((sample) => Math.abs(sample) > 2_000)).toBe(true)
  }, 20_000)
})

describe('personal numbers', () => {
  test('a call to a personal number reaches the registered account, with audio in both directions', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })
    await using registration = await register(phone.agent, pstn.port)

    const calling = await phone.call(personalNumber(3), personalNumber(0))
    const called = await phone.nextCall()
    await called.answer()
    calling.play(createSine(500, 8_000))
    called.play(createSine(900, 8_000))

    await Promise.all([calling.receivesTone(900, [500]), called.receivesTone(500, [900])])
    expect((await registration).state.phase).toBe('registered')
  })

  /** Guarantee: a binding is removed alone; RFC 3261, 10.3. */
  test('an account that ends its second registration is called at its first', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })
    await using _registration = await register(phone.agent, pstn.port)
    await (await register(phone.agent, pstn.port, ada, 'second')).close()

    await phone.call(personalNumber(3), personalNumber(0))

    expect((await phone.nextCall()).events).toEqual([])
  })

  test('a personal number of an unregistered account gets 480', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(personalNumber(3))

    expect(await call.next('refused')).toMatchObject({ status: 480 })
  })

  test('the call-back number calls back', async () => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })
    await using _registration = await register(phone.agent, pstn.port)

    const call = await phone.call(serviceNumber('call-back'), personalNumber(5))
    await call.next('ended')
    const back = await phone.nextCall()
    await back.answer()

    await back.next('established')
    expect(await back.next('ended')).toMatchObject({ by: 'peer' })
  }, 30_000)
})

test('two accounts with separate number ranges can call each other', async () => {
  const grace = { username: 'grace', password: 'battery staple' }
  await using pstn = await startSimulatedPstn({
    host: '127.0.0.1',
    port: 0,
    accounts: [
      { ...ada, personalNumbers: { first: 0, count: 40 } },
      { ...grace, personalNumbers: { first: 40, count: 40 } },
    ],
  })
  await using adasPhone = await startTestPhone({ account: { ...pstn, ...ada } })
  await using gracesPhone = await startTestPhone({ account: { ...pstn, ...grace } })
  await using _registration = await register(gracesPhone.agent, pstn.port, grace)

  await adasPhone.call(personalNumber(41), personalNumber(1))
  const called = await gracesPhone.nextCall()
  const unserved = await adasPhone.call(personalNumber(80), personalNumber(1))

  expect(called.events).toEqual([])
  expect(await unserved.next('refused')).toMatchObject({ status: 404 })
})

/**
 * Guarantee: a registration is stored for the authenticated account, with any characters in its user name.
 */
test.each(['1000@pbx.example.com', 'a"b', 'a\\b', 'a, username="ada'])(
  'an account with the user name %s can register',
  async (username) => {
    const odd = { username, password: 'battery "staple"' }
    await using pstn = await startSimulatedPstn({ host: '127.0.0.1', port: 0, accounts: [odd] })
    await using phone = await startTestPhone()
    await using registration = phone.agent.register({
      registrar: `sip:127.0.0.1:${pstn.port}`,
      aor: 'sip:odd@127.0.0.1',
      credentials: odd,
    })

    const outcome = await new Promise<string>((resolve) => {
      registration.onState(({ phase }) => {
        if (phase === 'registered' || phase === 'failed') resolve(phase)
      })
    })

    expect(outcome).toBe('registered')
  },
)

/** Guarantee: no call is possible without a password, not even an emergency call. */
test('a call with a wrong password is rejected', async () => {
  await using pstn = await open()
  await using phone = await startTestPhone({ account: { ...pstn, username: 'ada', password: 'wrong' } })

  const call = await phone.call('911')

  expect(await call.next('refused')).toMatchObject({ status: 401 })
})

/** Guarantee: emergency calls never leave the network. */
test.each(['911', '112', '+1911'])('%s is answered by an announcement', async (number) => {
  await using pstn = await open()
  await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

  const call = await phone.call(number)
  await call.next('answered')

  await call.receivesSpeech()
})

test('the network can run in a child process', async () => {
  await using pstn = await forkSimulatedPstn({ host: '127.0.0.1', port: 0, accounts, ringMs: 50 })
  await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

  const call = await phone.call(serviceNumber('tone'))

  await call.receivesTone(testToneHz)
})

test('a process that dies is restarted on its port, and accepts calls and registrations again', async () => {
  const logged: string[] = []
  await using pstn = await forkSimulatedPstn(
    { host: '127.0.0.1', port: 0, accounts, ringMs: 50 },
    { log: (event) => logged.push(event) },
  )
  await using phone = await startTestPhone({ account: { ...pstn, ...ada } })
  const first = required(pstn.pid, 'the process id')

  process.kill(first, 'SIGKILL')
  await expect.poll(() => pstn.pid, { timeout: 20_000 }).toSatisfy((pid) => pid !== null && pid !== first)
  await using _registration = await register(phone.agent, pstn.port)
  const call = await phone.call(serviceNumber('tone'))

  await call.receivesTone(testToneHz)
  expect(logged).toEqual(['simulated_pstn.process_lost', 'simulated_pstn.process_restarted'])
})

/** Guarantee: no user part of a called URI stops the network. */
test.each(['a%FFb', '%C0%80', '%25', '%E2%82'])(
  'AV1: a call to %s is rejected, and other calls continue',
  async (user) => {
    await using pstn = await open()
    await using phone = await startTestPhone({ account: { ...pstn, ...ada } })

    const call = await phone.call(user)
    const rejected = await call.next('refused')
    const next = await phone.call(serviceNumber('busy'))

    expect(rejected.status).toBe(404)
    expect(await next.next('refused')).toMatchObject({ status: 486 })
  },
)

test('starting on a port in use rejects', async () => {
  await using pstn = await open()

  const second = forkSimulatedPstn({ host: '127.0.0.1', port: pstn.port, accounts })

  await expect(second).rejects.toThrow(/EADDRINUSE|in use|taken/i)
})

async function register(
  agent: Awaited<ReturnType<typeof startTestPhone>>['agent'],
  port: number,
  account: { readonly username: string; readonly password: string } = ada,
  contactUser = account.username,
) {
  const registration = agent.register({
    registrar: `sip:127.0.0.1:${port}`,
    aor: `sip:${account.username}@127.0.0.1`,
    credentials: account,
    contactUser,
  })
  await new Promise<void>((resolve) =>
    registration.onState(({ phase }) => phase === 'registered' && resolve()),
  )
  return registration
}
