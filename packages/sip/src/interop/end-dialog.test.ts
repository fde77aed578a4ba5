import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseStoredDialog } from '../dialog/stored-dialog.ts'
import { startAgent } from '../testing/agents.ts'
import { startProgram } from './program.ts'
import { answer, answerInvite, optionalRequest, receive, reference, send, storeHeader } from './scenario.ts'
import { startSipp } from './sipp.ts'

const credentials = { username: 'ada', password: 'correct horse' }
const challenge =
  'Digest realm="example.com", nonce="47ebe028cda119c35d4877b383027d28", algorithm=MD5, qop="auth"'

/** Guarantee: a call of a process that crashed does not continue at the far end. */
test('CR18: after SIGKILL, the next process ends the call at sipp from the stored dialog, by its route and with digest', async () => {
  const steps = [
    receive('INVITE'),
    send(answerInvite('200 OK', ['Record-Route: <sip:[local_ip]:[local_port];lr>']), {
      sdp: 'sdp',
      retransmitted: 'retransmitted',
    }),
    // The process may be killed before it sends the ACK: it reports the answer first.
    optionalRequest('ACK'),
    receive('BYE', storeHeader('Route', 1, 'sip:127.0.0.1:[0-9]+;lr')),
    reference(1),
    send(answer('401 Unauthorized', [`WWW-Authenticate: ${challenge}`])),
    receive('BYE', storeHeader('Authorization', 2, 'username="ada"')),
    reference(2),
    send(answer('200 OK')),
  ]
  await using peer = await startSipp({ steps: steps.join('\n'), transport: 'udp' })
  const { port, stored } = await crashDuringCall(peer.port ?? 0)
  await using restarted = await startAgent({ listen: [{ protocol: 'udp', host: '127.0.0.1', port }] })

  const dialog = parseStoredDialog(stored)
  const outcome = dialog ? await restarted.endDialog({ dialog, credentials }) : null

  await peer.succeeded
  expect(outcome).toMatchObject({ ok: true, status: 200 })
  expect(JSON.stringify(stored)).not.toContain(credentials.password)
})

test('CR18: no BYE is sent to an address that is not allowed', async () => {
  await using agent = await startAgent()
  const checked: string[] = []

  const outcome = await agent.endDialog({
    dialog: { ...sampleDialog(), routeSet: [] },
    isEndpointAllowed: ({ address }) => checked.push(address) < 0,
  })

  expect(outcome).toMatchObject({ ok: false, cause: 'forbidden' })
  expect(checked).toEqual(['127.0.0.1'])
})

test.each([
  null,
  [],
  'text',
  { callId: '1' },
  { ...sampleDialog(), callId: '1\r\nVia: evil' },
  { ...sampleDialog(), verifiedServer: 'sip.example.com' },
])('CR18: the malformed dialog %j is rejected', (dialog) => {
  expect(parseStoredDialog(dialog)).toBeNull()
  expect(parseStoredDialog(sampleDialog())).toEqual(sampleDialog())
})

test('ZR711: a dialog that an earlier version stored has no verified server', () => {
  const { verifiedServer: _, ...earlier } = sampleDialog()

  expect(parseStoredDialog(earlier)).toEqual({ ...earlier, verifiedServer: null })
})

/** Calls sipp from a process that is killed once the call is answered. Returns its port and the dialog. */
async function crashDuringCall(peerPort: number): Promise<{ port: number; stored: unknown }> {
  const caller = join(import.meta.dirname, '../testing/crashing-caller.ts')
  await using program = startProgram(process.execPath, [caller, String(peerPort)])
  await program.says('}\n')
  const { port, dialog } = JSON.parse(program.output())
  return { port, stored: dialog }
}

function sampleDialog() {
  return {
    callId: '1',
    localAddress: '<sip:ada@127.0.0.1>;tag=1',
    remoteAddress: '<sip:grace@127.0.0.1>;tag=2',
    remoteTarget: 'sip:grace@127.0.0.1:9',
    routeSet: ['<sip:127.0.0.1;lr>'],
    localSequence: 1,
    protocol: 'udp' as const,
    verifiedServer: { name: 'sip.example.com', address: '127.0.0.1' },
  }
}
