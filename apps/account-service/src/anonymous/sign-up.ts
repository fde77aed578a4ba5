import { KnownError, type ResponseOf } from '@parley/contract'
import type { anonymous } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { startAfterFirstFactor } from '../sessions/index.ts'
import { createUser } from '../users/index.ts'

type SignUp = typeof anonymous.signUpAnonymously

const displayName = 'Anonymous user'

export async function signUpAnonymously(
  services: Services,
  { project, call }: ServedRequest<SignUp>,
): Promise<ResponseOf<SignUp>> {
  if (!project.settings.anonymous_sign_up_enabled) throw new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')

  return await startAfterFirstFactor(services, { project, call }, async (transaction) => {
    const { userId } = await createUser(services, transaction, {
      project,
      email: null,
      signUpMethod: 'anonymous',
      displayName,
      changes: { is_anonymous: true },
      call,
    })
    return { userId, method: 'anonymous', isNewUser: true }
  })
}
