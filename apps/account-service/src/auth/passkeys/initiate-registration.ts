import type { ResponseOf } from '@parley/contract'
import { passkeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { requireVerifiedAddress } from '../../users/contact-channels/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { createCode } from '../verification-codes/index.ts'
import {
  acceptedAlgorithms,
  generateChallenge,
  requirePasskeys,
  userVerificationFor,
} from './ceremony-options.ts'
import { ceremonyTimeoutMs, registrationCode } from './challenge-code.ts'

type InitiateRegistration = typeof passkeys.initiatePasskeyRegistration
type Deps = Pick<Services, 'database' | 'options' | 'now'>

export async function initiateRegistration(
  services: Deps,
  request: EndpointRequest<InitiateRegistration>,
): Promise<ResponseOf<InitiateRegistration>> {
  const { project, user } = request
  requirePasskeys(project)
  requireRecentAuthentication(request, services.now())
  await requireVerifiedAddress(services.database, request)

  const challenge = generateChallenge()
  const { code } = await request.transaction((transaction) =>
    createCode(services, transaction, registrationCode, {
      project,
      subject: user.id,
      data: { challenge, userId: user.id },
      callbackUrl: null,
    }),
  )
  const name = user.displayName ?? user.primaryEmail ?? 'Account'
  return {
    code,
    options_json: {
      rp: { id: passkeys.relyingPartyPlaceholder, name: project.displayName },
      user: { id: Buffer.from(user.id).toString('base64url'), name, displayName: name },
      challenge,
      pubKeyCredParams: acceptedAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: ceremonyTimeoutMs,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: userVerificationFor(project),
      },
      extensions: { credProps: true },
    },
  }
}
