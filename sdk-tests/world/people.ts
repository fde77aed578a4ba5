import type { Device } from './device.ts'

export const password = 'correct horse battery'

/** Signs a user up, and in, on a device. Returns the user id. */
export async function signUp(device: Device, email: string): Promise<string> {
  const id = await device.use(
    async (app, given) => {
      const result = await app.signUpWithCredential({ ...given, noRedirect: true })
      return result.status === 'ok' ? ((await app.getUser())?.id ?? null) : result.error.errorCode
    },
    { email, password, verificationCallbackUrl: `${device.origin}/handler/email-verification` },
  )
  if (!id?.includes('-')) throw new Error(`${email} could not sign up: ${id}`)
  return id
}

/** Signs in with a password. Returns `ok` or the error code. */
export async function signIn(device: Device, email: string, chosen = password): Promise<string> {
  const result = await device.use((app, given) => app.signInWithCredential({ ...given, noRedirect: true }), {
    email,
    password: chosen,
  })
  return result.status === 'ok' ? 'ok' : result.error.errorCode!
}

/** Returns the id of the signed-in user of a device, or null. */
export async function whoIsOn(device: Device): Promise<string | null> {
  return await device.use(async (app) => (await app.getUser())?.id ?? null)
}

/** Signs out. A browser then follows the redirect of the client. */
export async function signOut(device: Device): Promise<void> {
  if (device.page) await device.leave(async (app) => (await app.getUser())?.signOut(), '/outside')
  else await device.use(async (app) => void (await (await app.getUser())?.signOut()))
}
