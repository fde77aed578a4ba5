import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import { password as contract } from '@parley/contract/account'
import { tooManyRequests } from '@parley/server/http'
import type { Argon2Cost, HashingQueue } from '../../../config.ts'

export interface PasswordMatch {
  readonly matches: boolean
  /** The hash was imported or uses a lower cost, so it should be replaced. */
  readonly isWeak: boolean
}

export interface PasswordHashing {
  /** @throws {PlainTextError} 429 if the queue is full. */
  hash(password: string): Promise<string>
  /**
   * Returns whether `password` matches `hash`.
   *
   * Pass null if there is no account: the same work is done against a decoy hash, so that response times do
   * not reveal which e-mail addresses have an account.
   *
   * @throws {PlainTextError} 429 if the queue is full.
   */
  matches(password: string, hash: string | null): Promise<PasswordMatch>
}

/** The dependencies of operations that hash and compare passwords. */
export interface PasswordService {
  readonly passwords: PasswordHashing
}

export async function createPasswordHashing(cost: Argon2Cost, queue: HashingQueue): Promise<PasswordHashing> {
  const runQueued = createQueue(queue)
  const decoy = await argon2Hash('a password of no user', cost)

  return {
    hash: (password) => runQueued(() => argon2Hash(normalizePassword(password), cost)),
    matches: async (password, hash) => {
      const isVerified = await runQueued(() => verify(hash ?? decoy, password))
      // No stored password exceeds the limit; the hash is computed anyway, so that the time is the same.
      const matches = isVerified && hash !== null && password.length <= contract.passwordLength.max
      return { matches, isWeak: hash !== null && isWeakerThan(hash, cost) }
    },
  }
}

/** Imported users have a bcrypt hash of the password without normalisation. */
async function verify(hash: string, password: string): Promise<boolean> {
  if (!/^\$2[aby]\$/.test(hash)) return await argon2Verify(hash, normalizePassword(password))
  return await bcryptVerify(password.slice(0, contract.passwordLength.max + 1), hash)
}

/** Another keyboard may produce the same password in another Unicode form (NIST SP 800-63B-4, 3.1.1.2). */
function normalizePassword(password: string): string {
  return password.slice(0, contract.passwordLength.max + 1).normalize('NFKC')
}

function isWeakerThan(hash: string, { memoryCost, timeCost }: Argon2Cost): boolean {
  const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash)
  return !parameters || Number(parameters[1]) < memoryCost || Number(parameters[2]) < timeCost
}

/** Runs work in order, `running` at a time. The hashing itself runs on libuv threads. */
function createQueue({ running, waiting }: HashingQueue) {
  const waiters: (() => void)[] = []
  let active = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (active >= running) {
      if (waiters.length >= waiting) throw tooManyRequests(1)
      await new Promise<void>((resolve) => waiters.push(resolve))
    } else active += 1

    try {
      return await work()
    } finally {
      const next = waiters.shift()
      if (next) next()
      else active -= 1
    }
  }
}
