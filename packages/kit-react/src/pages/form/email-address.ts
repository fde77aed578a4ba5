import type { Messages } from '../../locales/index.ts'

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]{2}$/

/** Returns the validation message for a sign-in e-mail address, or null. The service validates it again. */
export function validateEmail(typed: string, { form }: Messages): string | null {
  const email = typed.normalize('NFKC').trim().toLowerCase()
  if (email === '') return form.emailRequired
  return emailPattern.test(email) ? null : form.emailInvalid
}
