import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'

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

export type ColumnChoice = (typeof columnChoices)[number]

const labelled = /^(phone|email)-(mobile|work|home|fax)$/

export function toTarget(choice: ColumnChoice): Target {
  const [, field, label] = labelled.exec(choice) ?? []
  return field && label
    ? { field: field as Target['field'], label: label as Target['label'] }
    : { field: choice as Target['field'], label: 'other' }
}

export function toChoice({ field, label }: Target): ColumnChoice {
  const choice = label === 'other' ? field : `${field}-${label}`
  return columnChoices.find((each) => each === choice) ?? (field as ColumnChoice)
}
