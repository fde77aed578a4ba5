import { KnownError } from '@parley/contract'
import type { Database } from '../../platform/database/index.ts'
import { type Project, requireTrustedUrl } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import type { CodeType } from './code-type.ts'
import { countAttempt, markCodeUsed, type StoredCode, uncountAttempt } from './codes.ts'

const defaultMaxAttempts = 20

type Deps = Pick<Services, 'database' | 'now'>

export interface RedeemableCode<Data> {
  readonly id: string
  readonly data: Data
  /**
   * Marks the code as used, within a transaction if given. Of concurrent calls exactly one succeeds.
   *
   * @throws {KnownError} VERIFICATION_CODE_ALREADY_USED, REDIRECT_URL_NOT_WHITELISTED
   */
  redeem(transaction?: Database): Promise<void>
  /** Does not count the attempt: the service could not perform it. */
  release(): Promise<void>
}

/**
 * Returns a valid code and counts an attempt. Perform checks that must not consume the code between this call
 * and `redeem`.
 *
 * @throws {KnownError} VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED, _MAX_ATTEMPTS_REACHED
 */
export async function attemptCode<Data>(
  { database, now }: Deps,
  type: CodeType<Data>,
  project: Project,
  code: string,
): Promise<RedeemableCode<Data>> {
  const stored = await countAttempt(database, { projectId: project.id, type: type.name, code })
  if (!stored) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  requireUsable(stored, now(), type.maxAttempts ?? defaultMaxAttempts)

  return {
    id: stored.id,
    data: type.data.parse(stored.data),
    async redeem(transaction = database) {
      // Re-check: the callback URL may have become untrusted since the code was created.
      if (stored.callbackUrl !== null) requireTrustedUrl(project, stored.callbackUrl)
      if (!(await markCodeUsed(transaction, stored.id, now())))
        throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
    },
    release: () => uncountAttempt(database, stored.id),
  }
}

function requireUsable(stored: StoredCode, now: Date, maxAttempts: number): void {
  if (stored.expiresAt <= now || stored.isCancelled) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  if (stored.isUsed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  if (stored.attempts > maxAttempts) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
}
