import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import { password as contract } from '@parley/contract/account'
import type { Argon2Cost } from '../../../config.ts'
import { createHashingQueues, type HashingClient, type HashingQueueOptions } from './hashing-queues.ts'

export interface PasswordMatch {
  readonly matches: boolean
  /** The hash was imported or uses a lower cost, so it should be replaced. */
  readonly isWeak: boolean
}

export interface PasswordHashing {
  /** @throws {PlainTextError} 429 if the queue is full. */
  hash(password: string, client: HashingClient): Promise<string>
  /**
   * Returns whether `password` matches `hash`.
   *
   * Pass null if there is no account: the same work is done against a decoy hash, so that response times do
   * not reveal which e-mail addresses have an account.
   *
   * @param countAttempt Counts the attempt and returns the verdict. Called when the comparison starts, so that
   * attempts that the queue rejects do not count.
   * @throws {PlainTextError} 429 if the queue is full.
   */
  matches<Verdict>(
    password: string,
    hash: string | null,
    client: HashingClient,
    countAttempt: () => Promise<Verdict>,
  ): Promise<PasswordMatch & { readonly verdict: Verdict }>
}

/** The dependencies of operations that hash and compare passwords. */
export interface PasswordService {
  readonly passwords: PasswordHashing
}

export async function createPasswordHashing(
  cost: Argon2Cost,
  options: HashingQueueOptions,
): Promise<PasswordHashing> {
  const queues = createHashingQueues(options)
  const decoy = await argon2Hash('a password of no user', cost)

  return {
    hash: (password, client) => queues.run(client, () => argon2Hash(normalizePassword(password), cost)),
    matches: async (password, hash, client, countAttempt) => {
      const compared = hash ?? decoy
      const [isVerified, verdict] = await queues.run(
        client,
        // Concurrently, so that response times do not reveal how the attempt is counted.
        () => Promise.all([verify(compared, password), countAttempt()]),
        { isSlow: bcryptCost(compared) > maxFastBcryptCost },
      )
      // No stored password exceeds the limit; the hash is computed anyway, so that the time is the same.
      const matches = isVerified && hash !== null && password.length <= contract.passwordLength.max
      return { matches, isWeak: hash !== null && isWeakerThan(hash, cost), verdict }
    },
  }
}

/** About 0.1 s. Each step above doubles the time. */
const maxFastBcryptCost = 10

/** Returns the cost of an imported hash; 0 for others. */
function bcryptCost(hash: string): number {
  return Number(/^\$2[aby]\$(\d\d)\$/.exec(hash)?.[1] ?? 0)
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
