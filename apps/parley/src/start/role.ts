import type { Config } from '../config.ts'

/** Which services a process runs. */
export const roles = ['all', 'accounts', 'phone'] as const

export type Role = (typeof roles)[number]

/**
 * Checks that a role other than `all` has every setting that its processes must share.
 *
 * @throws {Error} with a message that names every missing setting.
 */
export function requireSharedSettings(role: Role, config: Config): void {
  if (role === 'all') return
  const needed = {
    DATABASE_URL: config.databaseUrl,
    PARLEY_SECRET: config.secret,
    PARLEY_PUBLIC_ACCOUNTS_URL: config.accounts.publicUrl,
    PARLEY_PUBLIC_PHONE_URL: config.phone.publicUrl,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length === 0) return
  throw new Error(`The role ${role} needs settings that all processes share. Set ${missing.join(', ')}.`)
}
