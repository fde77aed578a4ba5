import { readConfig } from './config.ts'
import { startHouse } from './start-house.ts'
import { askedToStop } from './stop.ts'
import { buildWebApps } from './web-apps/build-web-apps.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const stopped = askedToStop()
  await buildWebApps(say)
  await using house = await startHouse(config, say)

  say('\nParley is ready.\n')
  say(`  Phone      ${house.phoneUrl}`)
  say(`  Accounts   ${house.accountsUrl}`)
  say(`  API        ${house.accountsUrl}/docs`)
  if (house.inboxUrl) say(`  Inbox      ${house.inboxUrl}`)
  if (!house.inboxUrl && !config.mail.smtpUrl) {
    say(
      '\nNo mail is sent: set PARLEY_SMTP_URL to a mail server. People cannot verify their addresses until then.',
    )
  }
  if (house.setUpUrl) {
    say('\nBecome the first administrator within 60 minutes:')
    say(`  ${house.setUpUrl}`)
  }
  say('\nCtrl-C stops it.')

  const reason = await Promise.race([stopped, house.failed])
  if (reason) {
    process.stderr.write(`${reason}\n`)
    process.exitCode = 1
  }
  say('Stopping.')
}

// What is thrown on the way up is a sentence for whoever typed the command.
main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
