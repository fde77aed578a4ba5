import type { customFields } from '@parley/contract/phone'
import type { PhoneInput } from '../../api/phone-api.ts'

export type CustomField = customFields.CustomField
type CustomValues = customFields.CustomValues
type ValuesInput = NonNullable<PhoneInput<'POST /contacts'>['body']['customValues']>

/** The value of a custom field in a form. */
export interface DraftValue {
  readonly field: CustomField
  /** A number as the user types it; `true` for a checked box. */
  readonly value: string | boolean
}

/** Returns the values of a contact for a form, without those of archived fields. */
export function toDraftValues(fields: readonly CustomField[], values: CustomValues = {}): DraftValue[] {
  return fields
    .filter(({ isArchived }) => !isArchived)
    .map((field) => {
      const value = values[field.id] ?? ''
      return { field, value: field.type === 'checkbox' ? value === true : String(value) }
    })
}

/** Converts the values of a form to those of a request. */
export function toValuesInput(drafts: readonly DraftValue[]): ValuesInput {
  return Object.fromEntries(drafts.map((draft) => [draft.field.id, toValue(draft)]))
}

function toValue({ field, value }: DraftValue): ValuesInput[string] {
  if (typeof value === 'boolean') return value
  const text = value.trim()
  return field.type === 'number' && text !== '' ? parseNumber(text) : text
}

/** A decimal comma is a decimal point. */
function parseNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

/** Returns the message for a value that is not of the type of its field, or null. */
export function findValueProblem({ field, value }: DraftValue) {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return null
  if (field.type === 'number') {
    const number = parseNumber(text)
    return Number.isFinite(number) && Math.abs(number) <= 1e15 ? null : 'fields.number-invalid'
  }
  if (field.type !== 'link') return null
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? null : 'fields.link-invalid'
}

/** The control name of a custom field. */
export function valueControlName({ id }: Pick<CustomField, 'id'>): string {
  return `custom-${id}`
}
