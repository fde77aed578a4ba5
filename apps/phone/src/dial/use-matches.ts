import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../phone.tsx'
import { useDirectory } from './use-directory.ts'

const searchedFrom = 2

/** Whom what is being typed may mean: contacts with a number, and numbers to try the line with. */
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
  return {
    isName,
    contacts: found,
    entries: isName ? named : directory,
    /** A name that nobody has. While that is being looked up it is not known. */
    isNobody: isKnown && found.length === 0 && named.length === 0,
  }
}
