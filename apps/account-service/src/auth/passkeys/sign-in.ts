import { KnownError, type ResponseOf } from '@parley/contract'
import type { passkeys } from '@parley/contract/account'
import {
  type AuthenticationResponseJSON,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { completeFirstFactor } from '../sessions/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { requirePasskeys } from './ceremony-options.ts'
import { type CeremonyOrigin, parseCeremonyOrigin } from './ceremony-origin.ts'
import { authenticationCode } from './challenge-code.ts'
import { findPasskey, type Passkey, recordPasskeyUse, selectLockedPasskey } from './passkeys.ts'

type SignIn = typeof passkeys.signInWithPasskey
type Assertion = EndpointRequest<SignIn>['body']['authentication_response']

export async function signInWithPasskey(
  services: Pick<Services, 'database' | 'options' | 'log' | 'now'> & AccessTokenService,
  request: EndpointRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { database, now } = services
  const { project, body } = request
  requirePasskeys(project)
  const { data, redeem } = await attemptCode(services, authenticationCode, project, body.code)
  await redeem()

  const assertion = body.authentication_response
  const ceremony = parseCeremonyOrigin(project, assertion.response.clientDataJSON)
  if (!ceremony)
    throw failed('Passkeys from this origin are not accepted. Add the origin to the trusted domains.')
  const passkey = await findPasskey(database, project.id, assertion.id)
  const used = passkey && (await verify(project, passkey, assertion, ceremony, data.challenge))
  if (!passkey || !used) throw failed('The passkey could not be verified.')

  const isNext = await recordPasskeyUse(
    database,
    passkey,
    { counter: used.newCounter, isBackedUp: used.credentialBackedUp },
    now(),
  )
  if (!isNext) {
    await auditCounterRegression(services, request, passkey, used.newCounter)
    throw failed('The passkey could not be verified.')
  }
  return await completeFirstFactor(services, request, {
    userId: passkey.userId,
    method: 'passkey',
    isNewUser: false,
    credential: {
      select: (from) => selectLockedPasskey(from, passkey),
      removedError: failed('The passkey could not be verified.'),
    },
  })
}

type AuthenticationInfo = VerifiedAuthenticationResponse['authenticationInfo']

async function verify(
  project: Project,
  passkey: Passkey,
  assertion: Assertion,
  { origin, relyingPartyId }: CeremonyOrigin,
  challenge: string,
): Promise<AuthenticationInfo | null> {
  const { userHandle } = assertion.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== passkey.userId) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId,
      requireUserVerification: project.settings.passkeys_verify_user,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // The counter is checked when the use is recorded, atomically.
        counter: 0,
      },
    })
    // Backup eligibility never changes after registration (Web Authentication, section 6.1.3).
    return verified && authenticationInfo.credentialDeviceType === passkey.deviceType
      ? authenticationInfo
      : null
  } catch {
    // The library throws for any invalid input; its messages are not meant for clients.
    return null
  }
}

/** A counter that decreases indicates a cloned authenticator. */
async function auditCounterRegression(
  { log }: Pick<Services, 'log'>,
  request: EndpointRequest<SignIn>,
  { userId, counter }: Passkey,
  reportedCounter: number,
): Promise<void> {
  log.warn('passkey.counter_went_back', {
    projectId: request.project.id,
    userId,
    requestId: request.info.requestId,
  })
  await request
    .as({ type: 'user', id: userId })
    .audit(
      'passkey.counter_went_back',
      { type: 'user', id: userId },
      { stored: counter, told: reportedCounter },
      'failure',
    )
}

function failed(message: string): KnownError {
  return new KnownError('PASSKEY_AUTHENTICATION_FAILED', { message })
}
