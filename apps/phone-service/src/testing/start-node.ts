import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PhoneServiceOptions } from '../index.ts'
import { restartPhone, type TestPhone } from './start-phone.ts'

/** Starts a phone service with its own data directory on the same database, as on another machine. */
export async function startOtherNode(phone: TestPhone, options: Partial<PhoneServiceOptions> = {}) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-phone-'))
  const other = await restartPhone({ ...phone, dataDirectory }, { simulatedPstn: phone.carrier, ...options })
  return {
    ...other,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
