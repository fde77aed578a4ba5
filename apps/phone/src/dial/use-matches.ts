import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../phone-context.tsx'
import { useDirectory } from './use-directory.ts'

const minSearchLength = 2

/** Finds contacts with a number, and test numbers, that match the input. */
export function useMatches(input: string) {
  const { queries } = usePhone()
  const directory = useDirectory()
  const search = input.replace(/^\+/, '')
  const isSearchable = search.length >= minSearchLength
  const contacts = useQuery({ ...queries.contactMatches(search), enabled: isSearchable })
  const matchingContacts = isSearchable
    ? (contacts.data?.items ?? []).filter(({ phones }) => phones.length > 0)
    : []

  const isName = /\p{L}/u.test(input)
  const matchingEntries = directory.filter(({ name }) =>
    name.toLocaleLowerCase().includes(input.toLocaleLowerCase()),
  )
  const isSettled = isName && isSearchable && contacts.isSuccess && !contacts.isPlaceholderData
  const [contact] = matchingContacts
  const [entry] = matchingEntries
  return {
    isName,
    contacts: matchingContacts,
    entries: isName ? matchingEntries : directory,
    /** Whether the input is a name without a match. False during the lookup. */
    hasNoMatch: isSettled && matchingContacts.length === 0 && matchingEntries.length === 0,
    /** The first match of a typed name. Null during the lookup. */
    first: isSettled ? toFirstMatch(contact, entry) : null,
  }
}

/** Includes the number that a click on the row would call. */
function toFirstMatch(
  contact: { name: string; phones: readonly { number: string }[] } | undefined,
  entry: { name: string; number: string } | undefined,
): { readonly name: string; readonly number: string } | null {
  const [phone] = contact?.phones ?? []
  if (contact && phone) return { name: contact.name, number: phone.number }
  return entry ? { name: entry.name, number: entry.number } : null
}
