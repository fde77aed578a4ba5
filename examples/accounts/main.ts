import { StackServerApp } from '@stackframe/js'

/**
 * The smallest program on the public SDK: somebody signs up, makes a team and is found by the back end. Everything comes
 * from the environment; `docs/accounts.md` says where to get it.
 */
const { ACCOUNTS_URL, PROJECT_ID, PUBLISHABLE_CLIENT_KEY, SECRET_SERVER_KEY } = process.env

const app = new StackServerApp({
  baseUrl: ACCOUNTS_URL,
  projectId: PROJECT_ID,
  publishableClientKey: PUBLISHABLE_CLIENT_KEY,
  secretServerKey: SECRET_SERVER_KEY,
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
