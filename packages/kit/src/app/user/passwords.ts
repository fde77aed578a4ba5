import type { PasswordMethods } from './requests/password-methods.ts'
import type { UserDeps } from './user-deps.ts'

/** Creates methods that load their requests when they are used, because few pages change passwords. */
export function createPasswordMethods(deps: UserDeps): PasswordMethods {
  const methods = async () => (await import('./requests/password-methods.ts')).createPasswordMethods(deps)
  return {
    setPassword: async (options) => (await methods()).setPassword(options),
    updatePassword: async (passwords) => (await methods()).updatePassword(passwords),
    createRecoveryCodes: async () => (await methods()).createRecoveryCodes(),
    countRecoveryCodes: async () => (await methods()).countRecoveryCodes(),
  }
}
