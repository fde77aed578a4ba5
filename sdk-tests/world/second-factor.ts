import { Secret } from 'otpauth'
import { digitsOf } from '../../apps/account-service/src/testing.ts'
import type { Device } from './device.ts'
import type { World } from './world.ts'

/** Gives whoever is signed in a second factor; answers with the secret that their authenticator keeps. */
export async function turnOnSecondFactor(device: Device): Promise<Secret> {
  const secret = new Secret({ size: 20 })
  await device.use(
    async (app, bytes) => {
      const user = await app.getUser({ or: 'throw' })
      await user.update({ totpMultiFactorSecret: new Uint8Array(bytes) })
    },
    [...secret.bytes],
  )
  return secret
}

/** What {@link answerSecondFactor} answers where all is well. */
export const wrongThenRight = ['INVALID_TOTP_CODE', 'ok']

/**
 * On the page that asks for the second factor: gives a wrong one, then the right one. Typed into the form that the client
 * shows there, where it has one. Answers with both outcomes.
 */
export async function answerSecondFactor(world: World, device: Device, secret: Secret): Promise<string[]> {
  // A step counts once.
  world.service.advance(60_000)
  const right = digitsOf(world.service, secret)
  const wrong = right === '000000' ? '000001' : '000000'
  return world.client.hasPages
    ? await typeBoth(world, device, wrong, right)
    : [await enter(device, wrong), await enter(device, right)]
}

async function typeBoth({ wire }: World, { page }: Device, wrong: string, right: string): Promise<string[]> {
  const before = wire.of('POST', '/auth/mfa/sign-in').length
  const field = page!.locator('input[autocomplete="one-time-code"]')
  await field.pressSequentially(wrong)
  await page!.getByText('Invalid TOTP code').waitFor()
  await field.pressSequentially(right)
  await page!.waitForURL('**/inside')
  return wire
    .of('POST', '/auth/mfa/sign-in')
    .slice(before)
    .map(({ knownError }) => knownError ?? 'ok')
}

async function enter(device: Device, digits: string): Promise<string> {
  const code = await device.page!.evaluate(() => sessionStorage.getItem('stack_mfa_attempt_code'))
  const result = await device.use(
    (app, given) => app.signInWithMfa(given.digits, given.code, { noRedirect: true }),
    { digits, code: code! },
  )
  return result.status === 'ok' ? 'ok' : result.error.errorCode!
}
