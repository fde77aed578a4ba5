import type { CallFilter } from '../api/queries.ts'

const filters: readonly CallFilter[] = ['all', 'missed', 'recorded']

export interface CallsSearch {
  /** The call whose detail is open. */
  readonly call?: string
  readonly filter?: CallFilter
  readonly search?: string
}

export interface DialSearch {
  /** What stands in the box: a number, a name. */
  readonly to?: string
}

export interface ContactsSearch {
  /** The call whose detail is open. */
  readonly call?: string
  readonly contact?: string
  readonly edit?: 'new' | 'existing'
  /** A number to begin a new contact with. */
  readonly number?: string
  readonly search?: string
}

type Raw = Readonly<Record<string, unknown>>

/** Every value of an address is text; a number stays as it is written. */
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
  return { call: textOf(raw.call), filter, search: textOf(raw.search) }
}

export function readDialSearch(raw: Raw): DialSearch {
  return { to: textOf(raw.to) }
}

export function readContactsSearch(raw: Raw): ContactsSearch {
  return {
    call: textOf(raw.call),
    contact: textOf(raw.contact),
    edit: raw.edit === 'new' || raw.edit === 'existing' ? raw.edit : undefined,
    number: textOf(raw.number),
    search: textOf(raw.search),
  }
}

/** Whoever makes the address decides what stands in it, so everything but a text of sensible length is left out. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}
