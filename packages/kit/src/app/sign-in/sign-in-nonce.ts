/** Number of code characters in an e-mail whose link is bound to the requesting browser. */
const shortCodeLength = 6

const toStorageKey = (projectId: string) => `parley-sign-in-nonce-${projectId}`

/** Stores the nonce, which completes the code of the e-mail, for the tab that opens the link. */
export function storeNonce(projectId: string, nonce: string): void {
  try {
    globalThis.localStorage?.setItem(toStorageKey(projectId), nonce)
  } catch {
    // Storage is blocked or full. The requesting page still accepts the typed code.
  }
}

/**
 * Completes the code of a link with the nonce of this browser's latest request.
 *
 * @returns null if this browser has no nonce.
 */
export function completeCode(projectId: string, code: string): string | null {
  if (code.length !== shortCodeLength) return code
  const nonce = readNonce(projectId)
  return nonce === null ? null : code + nonce
}

/** Returns whether a complete code has the nonce of this browser's latest request. */
export function isRequestedHere(projectId: string, code: string): boolean {
  const nonce = readNonce(projectId)
  return nonce !== null && code.endsWith(nonce)
}

function readNonce(projectId: string): string | null {
  try {
    return globalThis.localStorage?.getItem(toStorageKey(projectId)) ?? null
  } catch {
    return null
  }
}
