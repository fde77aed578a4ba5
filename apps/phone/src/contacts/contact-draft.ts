import type { PhoneInput, PhoneOutput } from '../api/phone-api.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import {
  type CustomField,
  type DraftValue,
  toDraftValues,
  toValuesInput,
} from './custom-fields/value-drafts.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>
export type ContactInput = PhoneInput<'POST /contacts'>['body']

/** The form state of a contact. Rows have stable keys for React. */
export interface ContactDraft {
  readonly name: string
  readonly company: string
  readonly role: string
  readonly phones: readonly DraftRow[]
  readonly emails: readonly DraftRow[]
  /** Comma-separated. */
  readonly tags: string
  readonly notes: string
  readonly customValues: readonly DraftValue[]
  readonly visibility: 'shared' | 'private'
}

export interface DraftRow {
  readonly key: number
  readonly value: string
  readonly label: string
}

let nextKey = 1

export function createDraftRow(value = '', label = ''): DraftRow {
  return { key: nextKey++, value, label }
}

/** The control name of a phone or e-mail row. */
export function rowControlName(kind: 'phone' | 'email', row: DraftRow): string {
  return `${kind}-${row.key}`
}

/** An empty form, except for the parts that are known. */
export function emptyDraft(number: string | null, fields: readonly CustomField[], name = ''): ContactDraft {
  return {
    name,
    company: '',
    role: '',
    phones: [createDraftRow(number ? formatNumber(number) : '')],
    emails: [createDraftRow()],
    tags: '',
    notes: '',
    customValues: toDraftValues(fields),
    visibility: 'shared',
  }
}

/** Numbers keep the format in which they were typed. */
export function toContactDraft(contact: Contact, fields: readonly CustomField[]): ContactDraft {
  const phones = contact.phones.map(({ typed, label }) => createDraftRow(typed, label))
  const emails = contact.emails.map(({ address, label }) => createDraftRow(address, label))
  return {
    name: contact.name,
    company: contact.company,
    role: contact.role,
    phones: phones.length > 0 ? phones : [createDraftRow()],
    emails: emails.length > 0 ? emails : [createDraftRow()],
    tags: contact.tags.join(', '),
    notes: contact.notes,
    customValues: toDraftValues(fields, contact.customValues),
    visibility: contact.visibility,
  }
}

/** Converts the form state to a request body. Omits empty rows and trims values. */
export function toContactInput(draft: ContactDraft): ContactInput {
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
    customValues: toValuesInput(draft.customValues),
    visibility: draft.visibility,
  }
}
