import type { Page } from 'playwright-core'
import { dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from '../calling.ts'
import { requestPhone } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

interface CallPages {
  readonly callee: Page
  readonly caller: Page
  readonly phoneUrl: string
}

/** Takes an incoming call, which the callee declines, and a call to the echo number. */
export async function takeCalls(
  { callee, caller, phoneUrl }: CallPages,
  folder: ScreenFolder,
): Promise<void> {
  const { numbers: own } = await requestPhone(callee, 'GET', '/me')
  await callee.goto(`${phoneUrl}/contacts`)
  await dial(caller, { phoneUrl }, own[0].number)
  const decline = callee.getByRole('button', { name: messages['live.decline'], exact: true })
  await decline.waitFor()
  await folder.takeBoth(callee, 'incoming-call')
  await decline.click()

  // By mouse: after the keyboard, the panel shows its focus.
  await callee.goto(`${phoneUrl}/dial?to=${encodeURIComponent(numbers.echo)}`)
  await callee.getByRole('main').getByRole('button', { name: 'Call Echo', exact: true }).click()
  await waitUntilConnected(callee)
  const panel = livePanel(callee)
  // The state of the line is displayed after some seconds.
  await panel.getByText('00:05').waitFor()
  await folder.takeBoth(callee, 'in-call')
  await panel.getByRole('button', { name: messages['live.keypad'] }).click()
  await folder.take(callee, 'in-call-keypad')
  await panel.getByRole('button', { name: messages['live.keypad'] }).click()
  await panel.getByRole('button', { name: messages['live.audio'] }).click()
  await folder.take(callee, 'in-call-audio')
  await panel.getByRole('button', { name: messages['live.audio'] }).click()
  await panel.getByRole('button', { name: messages['live.expand'] }).click()
  await folder.take(callee, 'in-call-opened')
  await hangUp(callee)
}
