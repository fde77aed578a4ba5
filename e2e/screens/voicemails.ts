import type { Page } from 'playwright-core'
import { dial, hangUp, messages, sleep, waitUntilConnected } from '../calling.ts'
import { requestPhone } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

interface VoicemailPages {
  readonly callee: Page
  readonly caller: Page
  readonly phoneUrl: string
}

/** The greeting and the beginning of a message. */
const messageMs = 12_000

/** Takes the list of messages, one of which plays, and the greeting of the user. */
export async function takeVoicemails(
  { callee, caller, phoneUrl }: VoicemailPages,
  folder: ScreenFolder,
): Promise<void> {
  const { numbers } = await requestPhone(callee, 'GET', '/me')
  for (let count = 0; count < 2; count++) {
    await dial(caller, { phoneUrl }, numbers[0].number)
    await callee
      .getByRole('alertdialog')
      .getByRole('button', { name: messages['live.voicemail'] })
      .click({ timeout: 60_000 })
    await waitUntilConnected(caller)
    await sleep(messageMs)
    await hangUp(caller)
  }
  await callee.goto(phoneUrl)
  await callee.getByRole('button', { name: /^Voicemail/ }).click()
  const rows = callee.getByRole('listitem').filter({ hasText: 'for you' })
  const older = rows.nth(1)
  await older.getByRole('button', { name: /as dealt with$/ }).click()
  await older.getByText(/dealt with by/).waitFor()
  await rows
    .first()
    .getByRole('button', { name: /^Play the message/ })
    .click()
  await folder.takeBoth(callee, 'voicemail')

  await callee.goto(`${phoneUrl}/settings`)
  const showGreeting = () =>
    callee.getByText(messages['announcements.usual-greeting']).scrollIntoViewIfNeeded()
  await showGreeting()
  await folder.takeBoth(callee, 'greeting', showGreeting)
}
