import { KnownError, type ResponseOf } from '@parley/contract'
import type { passkeys } from '@parley/contract/account'
import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange, requireVerifiedAddress } from '../../users/contact-channels/index.ts'
import { lockSignedInUser } from '../sessions/records/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { acceptedAlgorithms, requirePasskeys } from './ceremony-options.ts'
import { parseCeremonyOrigin } from './ceremony-origin.ts'
import { registrationCode } from './challenge-code.ts'
import { credentialConstraint, type Passkey, savePasskey } from './passkeys.ts'
import { removeAttestation } from './remove-attestation.ts'

type Register = typeof passkeys.registerPasskey
type Credential = EndpointRequest<Register>['body']['credential']

export async function registerPasskey(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  request: EndpointRequest<Register>,
): Promise<ResponseOf<Register>> {
  const { now } = services
  const { project, user, body } = request
  requirePasskeys(project)
  const { data, redeem } = await attemptCode(services, registrationCode, project, body.code)
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  requireRecentAuthentication(request, now())
  await requireVerifiedAddress(services.database, request)
  if (data.userId !== user.id) throw failed('This registration was started by another user.')
  await redeem()

  const verified = await verify(project, body.credential, data.challenge)
  if (!verified) throw failed('The passkey could not be verified.')
  await storePasskey(services, request, { ...verified, userId: user.id, projectId: project.id })
  return { user_handle: verified.credentialId }
}

async function verify(
  project: Project,
  credential: Credential,
  challenge: string,
): Promise<Omit<Passkey, 'userId' | 'projectId'> | null> {
  const ceremony = parseCeremonyOrigin(project, credential.response.clientDataJSON)
  if (!ceremony)
    throw failed('Passkeys from this origin are not accepted. Add the origin to the trusted domains.')
  try {
    const attestationObject = removeAttestation(credential.response.attestationObject)
    const response = { ...credential, response: { ...credential.response, attestationObject } }
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: ceremony.origin,
      expectedRPID: ceremony.relyingPartyId,
      requireUserVerification: project.settings.passkeys_verify_user,
      supportedAlgorithmIDs: acceptedAlgorithms,
    })
    if (!registrationInfo) return null
    const { credential: verified, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      credentialId: verified.id,
      publicKey: verified.publicKey,
      counter: verified.counter,
      transports: credential.response.transports ?? [],
      deviceType: credentialDeviceType,
      isBackedUp: credentialBackedUp,
    }
  } catch {
    // The library throws for any invalid input; its messages are not meant for clients.
    return null
  }
}

async function storePasskey(
  services: Pick<Services, 'jobs' | 'now'>,
  request: EndpointRequest<Register>,
  passkey: Passkey,
): Promise<void> {
  const { project, info } = request
  const { now } = services
  const { userId } = passkey
  try {
    await request.transaction(async (transaction) => {
      await lockSignedInUser(transaction, request, now())
      await savePasskey(transaction, passkey, now())
      await notifySignInChange(services, transaction, { project, userId, change: 'passkey-added', info })
      await transaction.audit(
        'passkey.registered',
        { type: 'user', id: userId },
        { deviceType: passkey.deviceType, isBackedUp: passkey.isBackedUp },
      )
    })
  } catch (error) {
    if (!isConstraintViolation(error, credentialConstraint)) throw error
    throw failed('This passkey is already registered.')
  }
}

function failed(message: string): KnownError {
  return new KnownError('PASSKEY_REGISTRATION_FAILED', { message })
}
