import { parseConfig } from '../config.ts'
import type { Role } from '../start/role.ts'
import { startApp } from '../start/start-app.ts'
import { receiveStopSignals } from '../start/stop-signal.ts'
import { buildWebApps } from '../web-apps/build-web-apps.ts'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

/**
 * Runs the services of a role until the process is asked to stop, and prints their URLs. Running calls then
 * continue for up to `drainSeconds`, or PARLEY_DRAIN_SECONDS if it is set.
 *
 * @throws {Error} with a message for the terminal when they cannot start.
 */
export async function serve(role: Role, { drainSeconds = 0 } = {}): Promise<void> {
  const config = parseConfig(process.env)
  const stopSignals = receiveStopSignals()
  if (role !== 'accounts') await buildWebApps(print)
  await using app = await startApp(role, config, print)

  print('\nParley is ready.\n')
  if (app.phoneUrl) print(`  Phone      ${app.phoneUrl}`)
  if (app.accountsUrl) {
    print(`  Accounts   ${app.accountsUrl}`)
    print(`  API        ${app.accountsUrl}/docs`)
  }
  if (app.inboxUrl) print(`  Inbox      ${app.inboxUrl}`)
  if (app.accountsUrl && !app.inboxUrl && !config.mail.smtpUrl) {
    print(
      '\nNo e-mail is sent. Set PARLEY_SMTP_URL to a mail server. Until then, users cannot verify their e-mail addresses.',
    )
  }
  if (app.setUpUrl) {
    print('\nCreate the first administrator within 60 minutes:')
    print(`  ${app.setUpUrl}`)
  }
  print('\nPress Ctrl-C to stop.')

  await stopSignals.first
  const seconds = config.drainSeconds ?? drainSeconds
  if (seconds > 0 && app.drain) {
    print(`Draining: running calls continue for up to ${seconds} s. Press Ctrl-C again to end them.`)
    const { drain } = app
    await stopSignals.interruptible((next) =>
      drain(AbortSignal.any([next, AbortSignal.timeout(seconds * 1_000)])),
    )
  }
  print('Stopping.')
}
