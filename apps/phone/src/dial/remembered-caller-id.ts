import type { PhoneOutput } from '../api/phone-api.ts'

type Check = PhoneOutput<'POST /numbers/check'>
type Me = Pick<PhoneOutput<'GET /me'>, 'numbers'> & {
  readonly user: { readonly id: string }
  readonly workspace: { readonly id: string }
}

const key = ({ user, workspace }: Me, suffix: string) =>
  `parley.call-from.${user.id}.${workspace.id}.${suffix}`

/**
 * Reads the caller ID that the user last used for this contact, or else for this country, in this workspace.
 * Null when it is no longer available.
 */
export function readCallerId(
  { contact, country }: Pick<Check, 'contact' | 'country'>,
  me: Me,
  storage: Pick<Storage, 'getItem'> = localStorage,
): string | null {
  const stored =
    (contact && storage.getItem(key(me, contact.id))) ??
    (country && storage.getItem(key(me, country))) ??
    null
  return me.numbers.find(({ number }) => number === stored)?.number ?? null
}

export function storeCallerId(
  { contact, country }: Pick<Check, 'contact' | 'country'>,
  me: Me,
  from: string,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  if (from === '') return
  if (contact) storage.setItem(key(me, contact.id), from)
  if (country) storage.setItem(key(me, country), from)
}
