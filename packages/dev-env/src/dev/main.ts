import { resolve } from 'node:path'
import { parseConfig } from '../../../../apps/parley/src/config.ts'
import { waitForStopSignal } from '../../../../apps/parley/src/start/stop-signal.ts'
import { samplePassword, sampleUsers, startDev } from './index.ts'

/** `npm run dev`. */
const print = (sentence: string) => process.stdout.write(`${sentence}\n`)

async function main(): Promise<void> {
  const stopped = waitForStopSignal()
  const startedAt = performance.now()
  const { phone, accounts } = parseConfig(process.env)
  await using dev = await startDev({
    dataDirectory: resolve('data-dev'),
    phonePort: phone.port,
    accountsPort: accounts.port,
    print,
  })

  print(`
Parley is ready for development after ${Math.round((performance.now() - startedAt) / 100) / 10} s.

  Phone      ${dev.phoneUrl}
  Accounts   ${dev.accountsUrl}
  API        ${dev.accountsUrl}/docs
  Inbox      ${dev.inboxUrl ?? 'off'}
  Data       ${resolve('data-dev')} (delete it to begin anew)

Sign in as ${sampleUsers.map(({ email }) => email).join(', ')}
with the password ${samplePassword}`)
  if (dev.setUpUrl) print(`\nCreate the first administrator within 60 minutes:\n  ${dev.setUpUrl}`)
  print(`
A saved file of the server restarts the product; a saved file of the phone is replaced in the browser.
Press Ctrl-C to stop.
`)
  await stopped
  print('Stopping.')
}

// Start-up error messages are written for the terminal.
main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
