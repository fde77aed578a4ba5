import type { Messages } from '../../locales/index.ts'

const looksLikeEmail =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]{2}$/

/** What is wrong with an address that somebody typed to sign in with, or null. The service has the last word. */
export function explainEmail(typed: string, { form }: Messages): string | null {
  const address = typed.normalize('NFKC').trim().toLowerCase()
  if (address === '') return form.emailRequired
  return looksLikeEmail.test(address) ? null : form.emailInvalid
}
