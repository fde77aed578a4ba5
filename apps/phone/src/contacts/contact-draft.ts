import type { PhoneInput, PhoneOutput } from '../api/phone-api.ts'
import { formatNumber } from '../numbers/format-number.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>
export type WrittenContact = PhoneInput<'POST /contacts'>['body']

/** A contact while it is being written; rows have keys, so that each keeps its box. */
export interface ContactDraft {
  readonly name: string
  readonly company: string
  readonly role: string
  readonly phones: readonly DraftRow[]
  readonly emails: readonly DraftRow[]
  /** With commas between them. */
  readonly tags: string
  readonly notes: string
  readonly visibility: 'shared' | 'private'
}

export interface DraftRow {
  readonly key: number
  readonly value: string
  readonly label: string
}

let nextKey = 1

export function draftRow(value = '', label = ''): DraftRow {
  return { key: nextKey++, value, label }
}

/** The name of the control in which a number or an address is written. */
export function rowName(kind: 'phone' | 'email', row: DraftRow): string {
  return `${kind}-${row.key}`
}

/** An empty contact, with a number to begin with where one is known. */
export function emptyDraft(number: string | null): ContactDraft {
  return {
    name: '',
    company: '',
    role: '',
    phones: [draftRow(number ? formatNumber(number) : '')],
    emails: [draftRow()],
    tags: '',
    notes: '',
    visibility: 'shared',
  }
}

/** Numbers stand as somebody typed them. */
export function draftOf(contact: Contact): ContactDraft {
  const phones = contact.phones.map(({ typed, label }) => draftRow(typed, label))
  const emails = contact.emails.map(({ address, label }) => draftRow(address, label))
  return {
    name: contact.name,
    company: contact.company,
    role: contact.role,
    phones: phones.length > 0 ? phones : [draftRow()],
    emails: emails.length > 0 ? emails : [draftRow()],
    tags: contact.tags.join(', '),
    notes: contact.notes,
    visibility: contact.visibility,
  }
}

/** What is sent: empty rows are left out, texts lose the space around them. */
export function writtenContact(draft: ContactDraft): WrittenContact {
  const filled = (rows: readonly DraftRow[]) =>
    rows.map((row) => ({ ...row, value: row.value.trim() })).filter(({ value }) => value !== '')
  return {
    name: draft.name.trim(),
    company: draft.company.trim(),
    role: draft.role.trim(),
    phones: filled(draft.phones).map(({ value, label }) => ({ typed: value, label: label.trim() })),
    emails: filled(draft.emails).map(({ value, label }) => ({ address: value, label: label.trim() })),
    tags: [...new Set(draft.tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
    notes: draft.notes,
    visibility: draft.visibility,
  }
}
