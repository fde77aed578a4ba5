import type { Socket } from 'node:dgram'
import { waitUntil } from '@parley/primitives'
import { openBrowser } from '../../../../apps/phone-service/src/testing/test-browser.ts'
import type { TestApp } from '../test-app.ts'
import { type Actor, allowTrunks, postToPhone, toPhoneUnderTest } from './actors.ts'
import { openSocket } from './flood-udp.ts'
import { createMessage, type SipParties } from './sip-samples.ts'

const number = '+12025550150'

/** A call that came in through a trunk and is answered in a simulated browser, with the peer's sockets. */
export interface TrunkCall extends AsyncDisposable {
  readonly number: string
  readonly sip: Socket
  readonly rtp: Socket
}

/** Adds a trunk at 127.0.0.1 for a user, and calls the user through it. */
export async function openTrunkCall(app: TestApp, actor: Actor): Promise<TrunkCall> {
  const [sip, rtp] = [await openSocket('127.0.0.1'), await openSocket('127.0.0.1')]
  await allowTrunks(app, actor)
  const added = await postToPhone(app, actor, '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: sip.address().port,
    numbers: [number],
  })
  if (added.status !== 201) throw new Error(`The trunk was not added: ${JSON.stringify(added.body)}`)
  const browser = await openBrowser(toPhoneUnderTest(app, actor), {
    id: actor.userId,
    displayName: 'Ada',
    teamIds: [],
    administers: [],
  })

  const own = `127.0.0.1:${sip.address().port}`
  const target = `127.0.0.1:${app.sip.port}`
  const parties: SipParties = { from: own, to: target, number, id: 'call' }
  const requestLine = (method: string) => `${method} sip:${number}@${target} SIP/2.0`
  const sdp = [
    'v=0',
    'o=ada 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${rtp.address().port} RTP/AVP 0 101`,
    'a=rtpmap:101 telephone-event/8000',
    '',
  ].join('\r\n')
  const answered = waitForAnswer(sip)
  sip.send(createMessage(parties, requestLine('INVITE'), 'INVITE', '', sdp), app.sip.port, '127.0.0.1')
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  const toTag = await answered
  sip.send(createMessage(parties, requestLine('ACK'), 'ACK', `;tag=${toTag}`), app.sip.port, '127.0.0.1')
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  return {
    number,
    sip,
    rtp,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]()
      sip.close()
      rtp.close()
    },
  }
}

/** Resolves to the To tag of the 200 response. */
async function waitForAnswer(sip: Socket): Promise<string> {
  let tag: string | undefined
  const read = (bytes: Buffer) => {
    const text = bytes.toString()
    if (text.startsWith('SIP/2.0 200')) tag = /^To:.*;\s*tag=([^;\s]+)/im.exec(text)?.[1]
  }
  sip.on('message', read)
  const found = await waitUntil('the trunk call is answered', () => tag)
  sip.off('message', read)
  return found
}
