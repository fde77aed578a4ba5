import { StackServerApp } from '@stackframe/js'

/**
 * The smallest program on the public SDK: somebody signs up, makes a team and is found by the back end. Everything comes
 * from the environment; `docs/accounts.md` says where to get it.
 */
async function main(): Promise<void> {
  const app = new StackServerApp({
    baseUrl: readAccountsUrl(),
    projectId: readVariable('PROJECT_ID'),
    publishableClientKey: readVariable('PUBLISHABLE_CLIENT_KEY'),
    secretServerKey: readVariable('SECRET_SERVER_KEY'),
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

  console.log(`${ada.primaryEmail} signed up and is ${ada.id}.`)
  console.log(`The team "${team.displayName}" has ${(await team.listUsers()).length} member.`)
  console.log(`The back end found ${found.length} user by the address.`)
}

function readAccountsUrl(): string {
  const url = readVariable('ACCOUNTS_URL')
  if (!URL.canParse(url)) throw new Error('ACCOUNTS_URL takes an address, as http://localhost:4001.')
  if (/\/api\/v1\/*$/.test(url))
    throw new Error('ACCOUNTS_URL takes the address without /api/v1, which the SDK adds itself.')
  return url
}

function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. docs/accounts.md says where to get it.`)
  return value
}

// What is thrown is a sentence for whoever runs this.
main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
