/** Whether text has the form of a code of an e-mail: 45 characters. Other text need not be asked about. */
export function isCode(text: string | null): text is string {
  return text?.length === 45
}
