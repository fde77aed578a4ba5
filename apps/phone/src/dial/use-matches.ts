import { useQuery } from '@tanstack/react-query'
import { foldText } from '../i18n/fold-text.ts'
import { usePhone } from '../phone-context.tsx'
import { isName as isNameInput, withoutPostDial } from './numbers/format-number.ts'
import { useCallableColleagues } from './use-colleagues.ts'
import { useDirectory } from './use-directory.ts'

/** One digit begins too many numbers. */
const minDigits = 2
const maxColleagues = 5

/** A name with the number that a choice of it calls. */
export interface Match {
  readonly name: string
  readonly number: string
  /** Id of the colleague who has the number, if it is one. */
  readonly userId: string | null
}

/** Finds contacts with a number, colleagues and test numbers that match the input; without one, the first colleagues. */
export function useMatches(input: string) {
  const { queries } = usePhone()
  const directory = useDirectory()
  const isName = isNameInput(input)
  const search = isName ? input : withoutPostDial(input).replace(/^\+/, '')
  const isSearchable = isName || search.length >= minDigits
  const isEmpty = input === ''
  const colleagues = useCallableColleagues(isSearchable || isEmpty ? search : null)
  const contacts = useQuery({ ...queries.contactMatches(search), enabled: isSearchable })
  const found = isSearchable ? (contacts.data?.items ?? []) : []
  const matchingContacts = found.filter(({ phones }) => phones.length > 0)
  const numbersOfContacts = new Set(matchingContacts.flatMap(({ phones }) => phones.map(toNumber)))
  const matchingColleagues = colleagues.items.filter(({ number }) => !numbersOfContacts.has(number))

  const colleagueIds = new Map(colleagues.items.map(({ number, userId }) => [number, userId]))

  const matchingEntries = directory.filter(({ name }) => foldText(name).includes(foldText(input)))
  const isSettled =
    isName && isSearchable && contacts.isSuccess && !contacts.isPlaceholderData && colleagues.isSettled
  const all: readonly Match[] = [
    ...matchingContacts.flatMap(({ name, phones }) =>
      phones.map(({ number }) => ({ name, number, userId: colleagueIds.get(number) ?? null })),
    ),
    ...matchingColleagues,
    ...(isName ? matchingEntries.map(({ name, number }) => ({ name, number, userId: null })) : []),
  ]
  return {
    isName,
    isEmpty,
    /** Whether the input is long enough to be searched. */
    isSearchable,
    /** Whether the contacts and colleagues of a name or number are not known yet. */
    isPending:
      isSearchable &&
      !((contacts.isError || (contacts.isSuccess && !contacts.isPlaceholderData)) && colleagues.isSettled),
    /** Why contacts could not be searched. */
    error: isSearchable ? contacts.error : null,
    /** The contacts, also those without a number. */
    found,
    /** In the order in which they are suggested. */
    all,
    contacts: matchingContacts,
    /** The colleagues who have the number of a contact, by number. */
    colleagueIds,
    colleagues: matchingColleagues.slice(0, maxColleagues),
    entries: isName ? matchingEntries : directory,
    /** Whether the matches of a typed name are not known yet. */
    isLookingUp: isName && isSearchable && !isSettled && !contacts.isError,
    /** Whether the input is a name without a match. False during the lookup. */
    hasNoMatch: isSettled && all.length === 0,
    /** The first match of a typed name. Null during the lookup. */
    first: isSettled ? (all[0] ?? null) : null,
  }
}

function toNumber({ number }: { readonly number: string }): string {
  return number
}
