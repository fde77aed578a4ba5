import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { startTestApp } from '@parley/dev-env'
import { openBrowser } from '../e2e/browser.ts'
import {
  dial,
  getLatestCall,
  hangUp,
  livePanel,
  messages,
  numbers,
  sleep,
  waitUntil,
  waitUntilConnected,
} from '../e2e/calling.ts'
import { signUpUser, userTonesHz } from '../e2e/users.ts'

/**
 * The waiting times of a user: from Enter until the INVITE is on the wire, and from the answer until the
 * user's own tone is back in the browser. Uses a real Chromium, the whole product and the echo number.
 */

const callCount = 20

await using app = await startTestApp()
await using ada = await signUpUser(await openBrowser({ toneHz: userTonesHz.ada }), app, 'ada')
const invites: number[] = []
const capture = spawn('tshark', [
  ...['-i', 'lo', '-l', '-n', '-f', `udp src port ${app.sip.port}`, '-d', `udp.port==${app.sip.port},sip`],
  ...['-Y', 'sip.Method == "INVITE"', '-T', 'fields', '-e', 'frame.time_epoch'],
])
capture.stdout.on('data', (text: Buffer) => {
  for (const line of text.toString().split('\n').filter(Boolean)) invites.push(Number(line) * 1_000)
})
let output = ''
capture.stderr.on('data', (text: Buffer) => {
  output += text
})

const toInvite: number[] = []
const toAudio: number[] = []
try {
  await waitUntil('the capture', () => output.includes('Capturing on'))
  await dial(ada.page, app, numbers.echo)
  await waitUntilConnected(ada.page)
  await hangUp(ada.page)

  for (let index = 0; index < callCount; index++) {
    await ada.page.goto(`${app.phoneUrl}/dial`)
    await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill(numbers.echo)
    await sleep(500)
    const known = invites.length
    const requestedAt = Date.now()
    await ada.page.keyboard.press('Enter')
    await waitUntilConnected(ada.page)
    const invitedAt = await waitUntil('the INVITE', () => invites[known])
    toInvite.push(invitedAt - requestedAt)
    const { answeredAt } = await getLatestCall(ada.page)
    toAudio.push(await waitUntil('the user’s own tone', () => firstTone(answeredAt)))
    await hangUp(ada.page)
    await livePanel(ada.page).waitFor({ state: 'hidden' })
  }
} finally {
  capture.kill('SIGINT')
  await once(capture, 'exit')
}

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${callCount} calls`)
console.log('\n| step | median ms | p95 ms |')
console.log('|---|---|---|')
console.log(
  `| Enter until the INVITE is on the wire | ${percentile(toInvite, 50)} | ${percentile(toInvite, 95)} |`,
)
console.log(`| answer until own tone is received | ${percentile(toAudio, 50)} | ${percentile(toAudio, 95)} |`)

/**
 * Time after the answer at which the browser first received its own tone, in milliseconds, with a resolution
 * of 100 ms.
 */
function firstTone(answeredAt: number): number | null {
  const [first] = ada.received.windowsWith(ada.toneHz, answeredAt, answeredAt + 5_000)
  return first === undefined ? null : Math.max(1, first - answeredAt)
}

function percentile(values: readonly number[], percent: number): string {
  const sorted = values.toSorted((one, other) => one - other)
  return (sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN).toFixed(0)
}
