import { readConfig } from './config.ts'
import type { Role } from './role.ts'
import { startHouse } from './start-house.ts'
import { askedToStop } from './stop.ts'
import { buildWebApps } from './web-apps/build-web-apps.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/**
 * Runs the services of a role until the process is asked to stop, and prints their URLs.
 *
 * @throws {Error} with a message for the terminal when they cannot start.
 */
export async function serve(role: Role): Promise<void> {
  const config = readConfig(process.env)
  const stopped = askedToStop()
  if (role !== 'accounts') await buildWebApps(say)
  await using house = await startHouse(role, config, say)

  say('\nParley is ready.\n')
  if (house.phoneUrl) say(`  Phone      ${house.phoneUrl}`)
  if (house.accountsUrl) {
    say(`  Accounts   ${house.accountsUrl}`)
    say(`  API        ${house.accountsUrl}/docs`)
  }
  if (house.inboxUrl) say(`  Inbox      ${house.inboxUrl}`)
  if (house.accountsUrl && !house.inboxUrl && !config.mail.smtpUrl) {
    say(
      '\nNo e-mail is sent. Set PARLEY_SMTP_URL to a mail server. Until then, users cannot verify their e-mail addresses.',
    )
  }
  if (house.setUpUrl) {
    say('\nCreate the first administrator within 60 minutes:')
    say(`  ${house.setUpUrl}`)
  }
  say('\nPress Ctrl-C to stop.')

  await stopped
  say('Stopping.')
}
