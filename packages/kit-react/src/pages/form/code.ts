/** Number of code characters that users type. Links bound to the requesting browser contain only these. */
export const shortCodeLength = 6

/**
 * Returns whether a string has the length of a complete verification code. Others need not be sent to the
 * service.
 */
export function isCode(text: string | null): text is string {
  return text?.length === 45
}

/** Returns whether a string has the format of the short code in a browser-bound link. */
export function isShortCode(text: string | null): text is string {
  return text !== null && text.length === shortCodeLength && /^[0-9a-z]+$/i.test(text)
}
