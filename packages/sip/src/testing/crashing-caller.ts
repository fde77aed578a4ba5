import { getUri, sampleSdp, startAgent } from './agents.ts'

/**
 * A process that calls `sip:grace@127.0.0.1` at the port of its first argument and prints its port and the
 * dialog of the answered call as JSON. A test kills it during the call.
 */
const [peerPort = ''] = process.argv.slice(2)
const agent = await startAgent()
const call = agent.invite({
  target: `sip:grace@127.0.0.1:${peerPort}`,
  from: getUri(agent, 'ada'),
  offer: sampleSdp(),
  credentials: { username: 'ada', password: 'correct horse' },
})
call.onEvent(({ type }) => {
  if (type === 'answered')
    console.log(JSON.stringify({ port: agent.addresses[0]?.port, dialog: call.dialog }))
})
