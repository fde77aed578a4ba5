/** How many characters of a code people type; those of a link that is bound to the browser that asked for it. */
export const typedCodeLength = 6

/** Whether text has the form of a code of an e-mail: 45 characters. Other text need not be asked about. */
export function isCode(text: string | null): text is string {
  return text?.length === 45
}

/** Whether text has the form of what a link carries that is bound to a browser. */
export function isTypedCode(text: string | null): text is string {
  return text !== null && text.length === typedCodeLength && /^[0-9a-z]+$/i.test(text)
}
