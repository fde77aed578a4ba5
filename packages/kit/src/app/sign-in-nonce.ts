/** Number of code characters in an e-mail whose link is bound to the requesting browser. */
const typedLength = 6

const keyOf = (projectId: string) => `parley-sign-in-nonce-${projectId}`

/** Stores the nonce, which completes the code of the e-mail, for the tab that opens the link. */
export function keepNonce(projectId: string, nonce: string): void {
  try {
    globalThis.localStorage?.setItem(keyOf(projectId), nonce)
  } catch {
    // Storage is blocked or full. The requesting page still accepts the typed code.
  }
}

/**
 * Completes the code of a link with the nonce of this browser's latest request.
 *
 * @returns null if this browser has no nonce.
 */
export function wholeCode(projectId: string, code: string): string | null {
  if (code.length !== typedLength) return code
  try {
    const nonce = globalThis.localStorage?.getItem(keyOf(projectId)) ?? null
    return nonce === null ? null : code + nonce
  } catch {
    return null
  }
}
