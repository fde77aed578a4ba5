import { StackServerApp } from '@stackframe/js'
import { readSettings } from './settings.ts'

/**
 * A minimal program on the public SDK: a user signs up, creates a team and is found by the back end. All
 * settings come from the environment; see `docs/accounts.md`.
 */
async function main(): Promise<void> {
  const app = new StackServerApp({
    ...readSettings(),
    tokenStore: 'memory',
  })

  const email = `ada-${Date.now()}@example.com`
  const signedUp = await app.signUpWithCredential({
    email,
    password: 'correct horse battery',
    verificationCallbackUrl: 'http://localhost:3000/handler/email-verification',
    noRedirect: true,
  })
  if (signedUp.status === 'error') throw signedUp.error

  const ada = await app.getUser({ or: 'throw' })
  await ada.update({ displayName: 'Ada' })
  const team = await app.createTeam({ displayName: 'Engines', creatorUserId: ada.id })
  const found = await app.listUsers({ query: email })

  console.log(`${ada.primaryEmail} signed up with the id ${ada.id}.`)
  console.log(`The team "${team.displayName}" has ${(await team.listUsers()).length} member.`)
  console.log(`The back end found ${found.length} user by e-mail.`)
}

// Errors are messages for the user of this program.
main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
