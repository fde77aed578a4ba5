import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { passkeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createCode } from '../verification-codes/index.ts'
import { generateChallenge, requirePasskeys, userVerificationFor } from './ceremony-options.ts'
import { authenticationCode, ceremonyTimeoutMs } from './challenge-code.ts'

type InitiateAuthentication = typeof passkeys.initiatePasskeyAuthentication
type Deps = Pick<Services, 'database' | 'options' | 'now'>

export async function initiateAuthentication(
  services: Deps,
  request: EndpointRequest<InitiateAuthentication>,
): Promise<ResponseOf<InitiateAuthentication>> {
  const { project } = request
  requirePasskeys(project)
  const challenge = generateChallenge()
  const { code } = await request.transaction((transaction) =>
    createCode(services, transaction, authenticationCode, {
      project,
      // The user is unknown, so there is no earlier code to cancel.
      subject: randomUUID(),
      data: { challenge },
      callbackUrl: null,
    }),
  )
  return {
    code,
    options_json: {
      challenge,
      rpId: passkeys.relyingPartyPlaceholder,
      allowCredentials: [],
      timeout: ceremonyTimeoutMs,
      userVerification: userVerificationFor(project),
    },
  }
}
