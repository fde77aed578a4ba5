import { expect, test } from 'vitest'
import { sampleSdp } from '../testing/agents.ts'
import { startAnsweredCall } from '../testing/answered-call.ts'
import { getPort } from '../testing/raw-calls.ts'
import { answer, optionalResponse, receive, receiveStatus, request, send } from './scenario.ts'
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
