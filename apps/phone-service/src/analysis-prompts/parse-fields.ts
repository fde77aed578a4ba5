import { type analysisPrompts, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { toVisibleName } from '../visible-name.ts'

type OutputField = analysisPrompts.OutputField

/**
 * Returns the output fields of a request as they are stored.
 *
 * @throws {PhoneError} `SCHEMA_ERROR` when a label shows nothing, when a field has choices that it must not have, or when
 * two fields have the same key
 */
export function parseFields(fields: readonly OutputField[]): OutputField[] {
  const parsed = fields.map(parseField)
  requireDistinct(parsed.map(({ key }) => key))
  return parsed
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function parseField(field: OutputField, index: number): OutputField {
  const path = `body.outputFields.${index}`
  const visible = field.choices.map(removeInvisibleCharacters).filter((choice) => choice !== '')
  const choices = [...new Set(visible)]
  if ((field.type === 'choice') !== choices.length > 0)
    throw new PhoneError('SCHEMA_ERROR', { message: `${path}.choices: required for choices only.` })
  return { ...field, label: toVisibleName(field.label, `${path}.label`), choices }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function requireDistinct(keys: readonly string[]): void {
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index)
  if (repeated !== undefined)
    throw new PhoneError('SCHEMA_ERROR', { message: `body.outputFields: the key ${repeated} is used twice.` })
}
