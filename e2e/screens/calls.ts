import type { Page } from 'playwright-core'
import { answer, dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from '../calling.ts'
import { requestPhone } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

interface CallPages {
  readonly callee: Page
  readonly caller: Page
  readonly phoneUrl: string
}

/**
 * Takes an incoming call, which the callee declines, a call to the echo number, a second one, a transfer and a
 * parked call.
 */
export async function takeCalls(pages: CallPages, folder: ScreenFolder): Promise<void> {
  const { callee, phoneUrl } = pages
  await callee.goto(`${phoneUrl}/contacts`)
  await callCallee(pages)
  const decline = callee.getByRole('button', { name: messages['live.decline'], exact: true })
  await decline.waitFor()
  await folder.takeBoth(callee, 'incoming-call')
  await decline.click()
  // The caller is greeted by the voicemail.
  await waitUntilConnected(pages.caller)
  await hangUp(pages.caller)

  await callEcho(pages)
  await takeTools(callee, folder)
  await takeSecondCall(pages, folder)
  await takeTransfer(pages, folder)
  await takeParkedCall(pages, folder)
}

/** By mouse: after the keyboard, the panel shows its focus. */
async function callEcho({ callee, phoneUrl }: CallPages): Promise<void> {
  await callee.goto(`${phoneUrl}/dial?to=${encodeURIComponent(numbers.echo)}`)
  await callee.getByRole('main').getByRole('button', { name: 'Call Echo', exact: true }).click()
  await waitUntilConnected(callee)
  // The state of the line is displayed after some seconds.
  await livePanel(callee).getByText('00:05').waitFor()
}

async function callCallee({ callee, caller, phoneUrl }: CallPages): Promise<void> {
  const { numbers: own } = await requestPhone(callee, 'GET', '/me')
  await dial(caller, { phoneUrl }, own[0].number)
}

async function takeTools(callee: Page, folder: ScreenFolder): Promise<void> {
  const panel = livePanel(callee)
  await folder.takeBoth(callee, 'in-call')
  for (const [tool, name] of [
    ['live.keypad', 'in-call-keypad'],
    ['live.audio', 'in-call-audio'],
  ] as const) {
    await panel.getByRole('button', { name: messages[tool] }).click()
    await folder.take(callee, name)
    await panel.getByRole('button', { name: messages[tool] }).click()
  }
  await takeOpened(callee, 'in-call-opened', folder)
}

/** Takes the panel over the page, at both widths. */
async function takeOpened(callee: Page, name: string, folder: ScreenFolder): Promise<void> {
  const panel = livePanel(callee)
  await panel.getByRole('button', { name: messages['live.expand'] }).click()
  await folder.takeBoth(callee, name)
  await panel.getByRole('button', { name: messages['live.minimize'] }).click()
}

/** Takes the panel beside the page, and over it on a narrow screen. */
async function takeDocked(callee: Page, name: string, folder: ScreenFolder): Promise<void> {
  const panel = livePanel(callee)
  await folder.takeBoth(callee, name, () =>
    panel.getByRole('button', { name: messages['live.open'] }).click(),
  )
  await panel.getByRole('button', { name: messages['live.minimize'] }).click()
}

/** Takes a second call that waits during the one to the echo number, and both calls. */
async function takeSecondCall(pages: CallPages, folder: ScreenFolder): Promise<void> {
  const { callee, caller } = pages
  await callCallee(pages)
  const accept = livePanel(callee).getByRole('button', { name: messages['live.hold-and-answer'] })
  await accept.waitFor({ timeout: 60_000 })
  await folder.takeBoth(callee, 'second-call')
  await accept.click()
  await livePanel(callee).getByRole('button', { name: messages['live.merge'] }).waitFor()
  await waitUntilConnected(caller)
  await takeDocked(callee, 'two-calls', folder)
  await hangUp(caller)
  await livePanel(callee).getByRole('button', { name: messages['live.merge'] }).waitFor({ state: 'detached' })
  await livePanel(callee).getByRole('button', { name: messages['live.on-hold'] }).click()
}

/** Takes the transfer of the call to the echo number to a colleague, who talks to the user first. */
async function takeTransfer({ callee, caller }: CallPages, folder: ScreenFolder): Promise<void> {
  const panel = livePanel(callee)
  await panel.getByRole('button', { name: messages['transfer.title'] }).click()
  const field = panel.getByRole('textbox', { name: messages['transfer.to'] })
  const talkFirst = panel.getByRole('button', { name: 'Talk to Grace Hopper first' })
  await field.fill('grace')
  await talkFirst.waitFor()
  await folder.takeBoth(callee, 'transfer', async () => {
    await panel.getByRole('button', { name: messages['live.open'] }).click()
    // The large panel has its own form.
    await field.fill('grace')
    await talkFirst.waitFor()
  })
  await talkFirst.click()
  await answer(caller)
  await panel.getByText(messages['transfer.talking-first']).waitFor()
  await folder.takeBoth(callee, 'transfer-consultation')
  await panel.getByRole('button', { name: messages['transfer.complete'] }).click()
  await panel.getByText(messages['live.left']).waitFor()
  await hangUp(caller)
}

async function takeParkedCall(pages: CallPages, folder: ScreenFolder): Promise<void> {
  const { callee, caller, phoneUrl } = pages
  await callee.goto(phoneUrl)
  await callCallee(pages)
  await answer(callee)
  await waitUntilConnected(callee)
  const panel = livePanel(callee)
  await panel.getByRole('button', { name: messages['parked.park'], exact: true }).click()
  await panel.getByText(messages['parked.left']).waitFor()
  await panel.getByText(messages['parked.left']).waitFor({ state: 'detached' })
  await folder.takeBoth(callee, 'parked-call')
  await hangUp(caller)
}
