import { KnownError, type ResponseOf } from '@parley/contract'
import type { anonymous } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { registerUser } from '../../users/index.ts'
import { completeFirstFactor } from '../sessions/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'

type SignUp = typeof anonymous.signUpAnonymously

/** The display name of anonymous users. */
export const anonymousName = 'Anonymous user'

export async function signUpAnonymously(
  services: Pick<Services, 'database' | 'options' | 'now'> & AccessTokenService,
  request: EndpointRequest<SignUp>,
): Promise<ResponseOf<SignUp>> {
  const { project } = request
  if (!project.settings.anonymous_sign_up_enabled) throw new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')

  return await completeFirstFactor(services, request, async (transaction) => {
    const { userId } = await registerUser(services, transaction, {
      project,
      email: null,
      signUpMethod: 'anonymous',
      displayName: anonymousName,
      changes: { isAnonymous: true },
    })
    return { userId, method: 'anonymous', isNewUser: true, credential: null }
  })
}
