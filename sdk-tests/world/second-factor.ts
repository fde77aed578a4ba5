import { Secret } from 'otpauth'
import { digitsOf } from '../../apps/account-service/src/testing.ts'
import type { Device } from './device.ts'
import type { World } from './world.ts'

/** Enables a second factor for the signed-in user. Returns the TOTP secret. */
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

/** The expected result of {@link submitSecondFactor}. */
export const wrongThenRight = ['INVALID_TOTP_CODE', 'ok']

/**
 * Submits a wrong and then the right code on the second-factor page, through the form of the client if it has one. Returns
 * both outcomes.
 */
export async function answerSecondFactor(world: World, device: Device, secret: Secret): Promise<string[]> {
  // A TOTP step is accepted only once.
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
