import type { Translate } from '../../provider/language.tsx'

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]{2}$/

/** Returns the validation message for a sign-in e-mail address, or null. The service validates it again. */
export function validateEmail(input: string, t: Translate): string | null {
  const email = input.normalize('NFKC').trim().toLowerCase()
  if (email === '') return t('form.email-required')
  return emailPattern.test(email) ? null : t('form.email-invalid')
}
