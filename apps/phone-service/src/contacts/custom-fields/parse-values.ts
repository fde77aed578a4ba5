import { customFields, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { z } from 'zod'

type CustomField = customFields.CustomField
type CustomValues = customFields.CustomValues
type Input = z.output<typeof customFields.customValuesInput>
type Value = CustomValues[string]

/**
 * Returns the values of a contact as they are stored. Values of fields that do not exist are left out. Archived fields
 * keep their stored values, and so does a field whose value is sent back unchanged: it may be no choice any more.
 *
 * @param written omitted when the stored values do not change
 * @throws {PhoneError} `CONTACT_VALUE_NOT_VALID`
 */
export function parseCustomValues(
  written: Input | undefined,
  fields: readonly CustomField[],
  stored: CustomValues = {},
): CustomValues {
  const values = fields.flatMap((field) => {
    const before = stored[field.id]
    const sent = written === undefined || field.isArchived ? before : written[field.id]
    const value = sent === before ? before : parseValue(field, sent)
    return value === undefined ? [] : [[field.id, value] as const]
  })
  return Object.fromEntries(values)
}

function parseValue(field: CustomField, written: Input[string] | undefined): Value | undefined {
  if (written === undefined || written === null || written === false || written === '') return undefined
  const value = parsers[field.type](written, field)
  if (value === null) throw new PhoneError('CONTACT_VALUE_NOT_VALID', { field: field.id, name: field.name })
  return value === '' ? undefined : value
}

/** Each returns null for a value that is not of its type. */
const parsers: Readonly<
  Record<CustomField['type'], (value: string | number | true, field: CustomField) => Value | null>
> = {
  text: (value) => {
    const text = typeof value === 'string' ? removeInvisibleCharacters(value) : null
    return text !== null && text.length <= customFields.maxTextLength ? text : null
  },
  number: (value) => (typeof value === 'number' ? value : null),
  date: (value) => (typeof value === 'string' && isDate(value) ? value : null),
  choice: (value, { choices }) => (typeof value === 'string' && choices.includes(value) ? value : null),
  link: (value) => (typeof value === 'string' ? parseLink(value) : null),
  checkbox: (value) => (value === true ? value : null),
}

function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** A browser runs a link with the scheme `javascript`. */
function parseLink(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return url.href.length <= customFields.maxLinkLength ? url.href : null
}
