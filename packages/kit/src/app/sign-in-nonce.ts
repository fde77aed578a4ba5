/** How many characters of a code stand in the e-mail where links are bound to the browser that asked for them. */
const typedLength = 6

const keyOf = (projectId: string) => `parley-sign-in-nonce-${projectId}`

/** Keeps the rest of the code whose first characters are in the e-mail, for the tab in which its link is opened. */
export function keepNonce(projectId: string, nonce: string): void {
  try {
    globalThis.localStorage?.setItem(keyOf(projectId), nonce)
  } catch {
    // Storage is refused or full. The page that asked still takes the characters that are typed.
  }
}

/**
 * Makes the code of a link whole with what this browser kept when it last asked for one.
 *
 * @returns null where another browser asked.
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
