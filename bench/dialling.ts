import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
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
import { signUpUser, type User, userTonesHz } from '../e2e/users.ts'
import { startOtherCalls } from './dialling/other-calls.ts'

/**
 * The waiting times of users while 20 other calls run, in Chromium with the whole product: from Enter until
 * the INVITE is on the wire, from the answer until the user's own tone is back from the echo number, from Enter until the
 * browser of another user rings, and from a reload or the death of the media process until the tone is back.
 */

const callCount = 20
const interruptionCount = 10
const otherCallCount = 20
/** Audio that was sent before an interruption may arrive after it. */
const inFlightMs = 300

await using app = await startTestApp({
  settings: { PARLEY_RATE_LIMIT_FACTOR: '1000', PARLEY_LOG_LEVEL: 'warn' },
})
await using ada = await signUpUser(await openBrowser({ toneHz: userTonesHz.ada }), app, 'ada')
await using grace = await signUpUser(await openBrowser({ toneHz: userTonesHz.grace }), app, 'grace')
await using _otherCalls = await startOtherCalls(app, numbers.echo, otherCallCount)
const load = loadavg()[0]?.toFixed(1)

const { toInvite, toAudio } = await measureDialling()
const toRinging = await measureRinging()
const afterReload = await measureInterruptions(async () => {
  ada.page.once('dialog', (dialog) => void dialog.accept())
  const reloadedAt = Date.now()
  await ada.page.reload()
  return reloadedAt
})
const afterMediaDeath = await measureInterruptions(async () => {
  const killedAt = Date.now()
  for (const pid of findMediaProcesses()) process.kill(pid, 'SIGKILL')
  return killedAt
})

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${load}, ${otherCallCount} other calls`,
)
console.log('\n| step | times | median ms | p95 ms |')
console.log('|---|---|---|---|')
for (const [step, values] of [
  ['Enter until the INVITE is on the wire', toInvite],
  ['answer until own tone is received', toAudio],
  ['Enter until the browser of the other user rings', toRinging],
  ['reload until own tone is received', afterReload],
  ['death of the media process until own tone is received', afterMediaDeath],
] as const)
  console.log(`| ${step} | ${values.length} | ${percentile(values, 50)} | ${percentile(values, 95)} |`)

async function measureDialling() {
  await using capture = await captureInvites()
  await dial(ada.page, app, numbers.echo)
  await waitUntilConnected(ada.page)
  await hangUp(ada.page)

  const toInvite: number[] = []
  const toAudio: number[] = []
  for (let index = 0; index < callCount; index++) {
    await typeNumber(numbers.echo)
    const known = capture.times.length
    const requestedAt = Date.now()
    await ada.page.keyboard.press('Enter')
    await waitUntilConnected(ada.page)
    const invitedAt = await waitUntil('the INVITE', () => capture.times[known])
    toInvite.push(invitedAt - requestedAt)
    const { answeredAt } = await getLatestCall(ada.page)
    toAudio.push(Math.max(1, (await waitForOwnTone(ada, answeredAt)) - answeredAt))
    await endCall()
  }
  return { toInvite, toAudio }
}

async function measureRinging(): Promise<number[]> {
  const ringing: number[] = []
  for (let index = 0; index < callCount; index++) {
    await typeNumber(grace.number)
    const rung = grace.page.evaluate(waitForButton, messages['live.answer'])
    const requestedAt = Date.now()
    await ada.page.keyboard.press('Enter')
    ringing.push((await rung) - requestedAt)
    await endCall()
    await grace.page
      .getByRole('button', { name: messages['live.answer'], exact: true })
      .waitFor({ state: 'hidden' })
  }
  return ringing
}

/**
 * Runs in a page. Resolves to when it has a button with a label, in epoch milliseconds. Playwright checks for it every
 * 500 ms only.
 */
function waitForButton(label: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      const isShown = [...document.querySelectorAll('button')].some(
        (button) => (button.ariaLabel ?? button.textContent?.trim()) === label,
      )
      if (!isShown) return
      observer.disconnect()
      resolve(Date.now())
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true })
    check()
  })
}

/** @param interrupt Interrupts the audio and returns when, in epoch milliseconds. */
async function measureInterruptions(interrupt: () => Promise<number>): Promise<number[]> {
  const durations: number[] = []
  for (let index = 0; index < interruptionCount; index++) {
    await dial(ada.page, app, numbers.echo)
    await waitUntilConnected(ada.page)
    const { answeredAt } = await getLatestCall(ada.page)
    await waitForOwnTone(ada, answeredAt)
    await sleep(1_000)
    const interruptedAt = await interrupt()
    durations.push((await waitForOwnTone(ada, interruptedAt + inFlightMs)) - interruptedAt)
    await waitUntilConnected(ada.page)
    await endCall()
  }
  return durations
}

async function typeNumber(number: string): Promise<void> {
  await ada.page.goto(`${app.phoneUrl}/dial`)
  await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill(number)
  await sleep(500)
}

async function endCall(): Promise<void> {
  await hangUp(ada.page)
  await livePanel(ada.page).waitFor({ state: 'hidden' })
}

/** Resolves to the start of the first window of 100 ms in which a user receives the own tone. */
async function waitForOwnTone({ received, toneHz }: User, fromMs: number): Promise<number> {
  return await waitUntil('the user’s own tone', () => received.windowsWith(toneHz, fromMs, Date.now())[0])
}

/** Captures the INVITE requests of the product, with their times in epoch milliseconds. */
async function captureInvites(): Promise<AsyncDisposable & { readonly times: readonly number[] }> {
  const times: number[] = []
  const capture = spawn('tshark', [
    ...['-i', 'lo', '-l', '-n', '-f', `udp src port ${app.sip.port}`, '-d', `udp.port==${app.sip.port},sip`],
    ...['-Y', 'sip.Method == "INVITE"', '-T', 'fields', '-e', 'frame.time_epoch'],
  ])
  capture.stdout.on('data', (text: Buffer) => {
    for (const line of text.toString().split('\n').filter(Boolean)) times.push(Number(line) * 1_000)
  })
  let output = ''
  capture.stderr.on('data', (text: Buffer) => {
    output += text
  })
  await waitUntil('the capture', () => output.includes('Capturing on'))
  return {
    times,
    async [Symbol.asyncDispose]() {
      capture.kill('SIGINT')
      await once(capture, 'exit')
    },
  }
}

function findMediaProcesses(): number[] {
  const children = readFileSync(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8').trim().split(' ')
  const media = children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/media/'))
  if (media.length === 0) throw new Error('The product has no media process.')
  return media.map(Number)
}

function percentile(values: readonly number[], percent: number): string {
  const sorted = values.toSorted((one, other) => one - other)
  return (sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN).toFixed(0)
}
