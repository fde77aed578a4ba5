import { randomBytes, randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import { passkeys } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { createCode } from '../verification-codes/index.ts'
import { authenticationCode, ceremonyTimeoutMs, registrationCode } from './challenge-code.ts'

type InitiateRegistration = typeof passkeys.initiatePasskeyRegistration
type InitiateAuthentication = typeof passkeys.initiatePasskeyAuthentication
type Needs = Pick<Services, 'database' | 'options' | 'now'>

/** EdDSA, ES256 and RS256, in order of preference (RFC 9053). */
export const acceptedAlgorithms = [-8, -7, -257]

/** @throws {KnownError} PASSKEY_AUTHENTICATION_NOT_ENABLED */
export function requirePasskeys({ config }: Project): void {
  if (!config.passkey_enabled) throw new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
}

export async function initiateRegistration(
  services: Needs,
  request: EndpointRequest<InitiateRegistration>,
): Promise<ResponseOf<InitiateRegistration>> {
  const { project, user } = request
  requirePasskeys(project)
  requireRecentAuthentication(request, services.now())

  const challenge = generateChallenge()
  const { code } = await request.transaction((transaction) =>
    createCode(services, transaction, registrationCode, {
      project,
      subject: user.id,
      data: { challenge, userId: user.id },
      callbackUrl: null,
    }),
  )
  const name = user.display_name ?? user.primary_email ?? 'Account'
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

export async function initiateAuthentication(
  services: Needs,
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

function generateChallenge(): string {
  return randomBytes(32).toString('base64url')
}

function userVerificationFor({ settings }: Project): 'required' | 'preferred' {
  return settings.passkeys_verify_user ? 'required' : 'preferred'
}
