import { expect, test } from 'vitest'
import { sampleSdp } from '../testing/agents.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { getPort } from '../testing/raw-calls.ts'
import { answer, optionalResponse, receive, receiveStatus, reference, request, send } from './scenario.ts'
import { startSipp } from './sipp.ts'

test('sipp replaces a call, which ends when the call of sipp is established', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { agent, call, recorder, replaces } = fixture
  call.onEvent((event) => {
    if (event.type === 'replacement') void event.take().answer(sampleSdp(3))
  })

  await using peer = await startSipp({
    steps: [
      send(request('INVITE', 1, ['Replaces: [replaces]', 'Require: replaces']), {
        sdp: 'sdp',
        retransmitted: 'retransmitted',
      }),
      optionalResponse(100),
      receiveStatus(200, '', 'rrs="true"'),
      send(request('ACK', 1)),
      receive('BYE'),
      send(answer('200 OK')),
    ].join('\n'),
    transport: 'udp',
    targetPort: getPort(agent),
    parameters: ['-key', 'replaces', replaces],
  })

  expect(await recorder.next('ended')).toMatchObject({ by: 'us' })
  await agent.close()
  await peer.succeeded
})

test('ZR290: sipp asks to connect its call with another one of its owner, and receives the result', async () => {
  await using fixture = await startAnsweredCall({ acceptsReplaces: true })
  const { agent, call, replaces } = fixture
  const connected = Promise.withResolvers<unknown>()
  agent.onInvite = (incoming) => {
    incoming.onEvent((event) => {
      if (event.type !== 'refer') return
      connected.resolve(event.refer.replacedCall)
      event.refer.accept().report(200, 'OK')
      void incoming.hangUp()
    })
    void incoming.answer(sampleSdp(3))
  }

  await using peer = await startSipp({
    steps: [
      send(request('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
      optionalResponse(100),
      receiveStatus(200, '', 'rrs="true"'),
      send(request('ACK', 1)),
      send(request('REFER', 2, ['Refer-To: <sip:ada@[remote_ip]:[remote_port]?Replaces=[replaces]>'])),
      receiveStatus(202),
      receive('NOTIFY'),
      send(answer('200 OK')),
      receive('NOTIFY', '<ereg regexp="SIP/2.0 200 OK" search_in="body" check_it="true" assign_to="1"/>'),
      send(answer('200 OK')),
      receive('BYE'),
      send(answer('200 OK')),
      reference(1),
    ].join('\n'),
    transport: 'udp',
    targetPort: getPort(agent),
    parameters: ['-key', 'replaces', encodeURIComponent(replaces)],
  })

  expect(await connected.promise).toBe(call)
  await peer.succeeded
})
