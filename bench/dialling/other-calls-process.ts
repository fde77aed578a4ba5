import { type Actor, signUpActor, toPhoneUnderTest } from '@parley/dev-env/fuzz'
import { openBrowser } from '../../apps/phone-service/src/testing/test-browser.ts'

/**
 * A forked process with calls of other users to one number. Each user has a workspace and a simulated browser that
 * sends a tone. The calls end with the process.
 */
export interface OtherCallsRequest {
  readonly phoneUrl: string
  readonly accountsUrl: string
  readonly number: string
  readonly count: number
}

process.once('message', async ({ number, count, ...app }: OtherCallsRequest) => {
  for (let index = 0; index < count; index++) await startCall(app, await signUpActor(app), number)
  process.send?.('started')
})
process.once('disconnect', () => process.exit())

async function startCall(app: { readonly phoneUrl: string }, actor: Actor, number: string): Promise<void> {
  const browser = await openBrowser(toPhoneUnderTest(app, actor), {
    id: actor.userId,
    displayName: 'Grace',
    teamIds: [],
    administers: [],
  })
  const { id } = await browser.call(number)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  browser.say(400)
  await browser.waitForTone(400)
}
