import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import type { CustomField } from '../custom-fields/value-drafts.ts'

type Target = ContactImport['columns'][number]['target']

/** The choices of the place of a column: a field, and the label of its numbers or e-mails. */
export const columnChoices = [
  'none',
  'name',
  'first-name',
  'last-name',
  'company',
  'role',
  'phone',
  'phone-mobile',
  'phone-work',
  'phone-home',
  'phone-fax',
  'phone-label',
  'email',
  'email-work',
  'email-home',
  'email-label',
  'tags',
  'notes',
] as const

/** A custom field is its id after a prefix. */
export type ColumnChoice = (typeof columnChoices)[number] | `custom ${string}`

const labelled = /^(phone|email)-(mobile|work|home|fax)$/

const customPrefix = 'custom '

export function toCustomChoice({ id }: Pick<CustomField, 'id'>): ColumnChoice {
  return `custom ${id}`
}

export function toTarget(choice: ColumnChoice): Target {
  if (choice.startsWith(customPrefix))
    return { field: 'custom', label: 'other', customField: choice.slice(customPrefix.length) }
  const [, field, label] = labelled.exec(choice) ?? []
  return field && label
    ? { field: field as Target['field'], label: label as Target['label'] }
    : { field: choice as Target['field'], label: 'other' }
}

export function toChoice({ field, label, customField }: Target): ColumnChoice {
  if (customField !== undefined) return toCustomChoice({ id: customField })
  const choice = label === 'other' ? field : `${field}-${label}`
  return columnChoices.find((each) => each === choice) ?? (field as ColumnChoice)
}
