import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

/**
 * Returns an attestation object without its attestation statement. Our options ask for none, but a client may send
 * any. The library evaluates it: it requests the revocation lists that its certificates name, from any address.
 *
 * @throws when it is no attestation object.
 */
export function removeAttestation(attestationObject: string): string {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const members = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', decoded.get('authData')],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(members))
}
