import type { PhoneOutput } from '../api/phone-api.ts'

type Check = PhoneOutput<'POST /numbers/check'>
type OwnNumbers = PhoneOutput<'GET /me'>['numbers']

const key = (suffix: string) => `parley.call-from.${suffix}`

/**
 * Reads the caller ID last used for this contact, or else for this country. Null when it is no longer
 * available.
 */
export function readCallerId(
  { contact, country }: Pick<Check, 'contact' | 'country'>,
  numbers: OwnNumbers,
  storage: Pick<Storage, 'getItem'> = localStorage,
): string | null {
  const stored =
    (contact && storage.getItem(key(contact.id))) ?? (country && storage.getItem(key(country))) ?? null
  return numbers.find(({ number }) => number === stored)?.number ?? null
}

export function storeCallerId(
  { contact, country }: Pick<Check, 'contact' | 'country'>,
  from: string,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  if (from === '') return
  if (contact) storage.setItem(key(contact.id), from)
  if (country) storage.setItem(key(country), from)
}
