/** Returns whether this browser can use passkeys. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Returns whether this browser can offer passkeys among the suggestions of an input. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  return supportsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}
