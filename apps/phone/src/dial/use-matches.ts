import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../phone.tsx'
import { useDirectory } from './use-directory.ts'

const searchedFrom = 2

/** Finds contacts with a number, and test numbers, that match the input. */
export function useMatches(typed: string) {
  const { queries } = usePhone()
  const directory = useDirectory()
  const search = typed.replace(/^\+/, '')
  const isSearched = search.length >= searchedFrom
  const contacts = useQuery({ ...queries.contactMatches(search), enabled: isSearched })
  const found = isSearched ? (contacts.data?.items ?? []).filter(({ phones }) => phones.length > 0) : []

  const isName = /\p{L}/u.test(typed)
  const named = directory.filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
  const isKnown = isName && isSearched && contacts.isSuccess && !contacts.isPlaceholderData
  const [contact] = found
  const [entry] = named
  return {
    isName,
    contacts: found,
    entries: isName ? named : directory,
    /** Whether the input is a name without a match. False during the lookup. */
    isNobody: isKnown && found.length === 0 && named.length === 0,
    /** The first match of a typed name. Null during the lookup. */
    first: isKnown ? firstOf(contact, entry) : null,
  }
}

/** Includes the number that a click on the row would call. */
function firstOf(
  contact: { name: string; phones: readonly { number: string }[] } | undefined,
  entry: { name: string; number: string } | undefined,
): { readonly name: string; readonly number: string } | null {
  const [phone] = contact?.phones ?? []
  if (contact && phone) return { name: contact.name, number: phone.number }
  return entry ? { name: entry.name, number: entry.number } : null
}
