import type { CallFilter } from '../api/query-keys.ts'

/** The list of the calls page: calls, or the messages of callers. */
export type CallsFilter = Exclude<CallFilter, 'transcribed'> | 'voicemail'

const filters: readonly CallsFilter[] = ['all', 'missed', 'voicemail', 'recorded', 'assigned', 'open-items']

export interface CallsSearch {
  /** The call whose details are open. */
  readonly call?: string
  readonly filter?: CallsFilter
  readonly scope?: 'workspace'
  readonly search?: string
  /** Only calls with this tag. */
  readonly tag?: string
}

export interface DialSearch {
  /** The initial input: a number or a name. */
  readonly to?: string
}

/** The list of the contacts page. */
export type ContactsList = 'contacts' | 'colleagues'

export interface ContactsSearch {
  /** The call whose details are open. */
  readonly call?: string
  /** The colleague whose details are open. */
  readonly colleague?: string
  readonly contact?: string
  readonly edit?: 'new' | 'existing'
  readonly list?: 'colleagues'
  /** The initial name of a new contact. */
  readonly name?: string
  /** The initial number of a new contact. */
  readonly number?: string
  readonly search?: string
}

type Raw = Readonly<Record<string, unknown>>

/** Parses search params as strings; numbers are not converted. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const values = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '')
  const text = new URLSearchParams(values as [string, string][]).toString()
  return text === '' ? '' : `?${text}`
}

export function readCallsSearch(raw: Raw): CallsSearch {
  const filter = filters.find((each) => each !== 'all' && each === raw.filter)
  return {
    call: toSearchText(raw.call),
    filter,
    scope: raw.scope === 'workspace' ? raw.scope : undefined,
    search: toSearchText(raw.search),
    tag: toSearchText(raw.tag),
  }
}

export function readDialSearch(raw: Raw): DialSearch {
  return { to: toSearchText(raw.to) ?? readPhoneLink(toSearchText(raw.number)) }
}

/** Reads a link of another program: a number, or a link to a telephone (`tel:`). */
export function readCallLink(raw: Raw): DialSearch {
  return { to: readPhoneLink(toSearchText(raw.to)?.replace(/^ (?=\d)/, '+')) }
}

/** Returns the number of a link to a telephone, with its extension and no other parameter; RFC 3966. */
function readPhoneLink(link: string | undefined): string | undefined {
  const [number, ...parameters] = link?.replace(/^tel:/i, '').split(';') ?? []
  const extension = parameters.find((each) => /^ext=/i.test(each))?.replace(/\D/g, '')
  return extension ? `${number} ext ${extension}` : number
}

export function readContactsSearch(raw: Raw): ContactsSearch {
  return {
    call: toSearchText(raw.call),
    colleague: toSearchText(raw.colleague),
    contact: toSearchText(raw.contact),
    edit: raw.edit === 'new' || raw.edit === 'existing' ? raw.edit : undefined,
    list: raw.list === 'colleagues' ? raw.list : undefined,
    name: toSearchText(raw.name),
    number: toSearchText(raw.number),
    search: toSearchText(raw.search),
  }
}

/** URLs are untrusted input: anything but a string of limited length is dropped. */
function toSearchText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}
