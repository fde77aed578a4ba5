import { analysisPrompts } from '@parley/contract/phone'
import type { Language } from '../../../../i18n/language.tsx'
import { type FieldDraft, listChoices } from '../prompt-content.ts'

const { maxChoices, outputField } = analysisPrompts
const maxChoiceLength = 60
const visible = /[^\s\p{Cf}\p{Cc}]/u

/** The inputs of a field that can be wrong. */
export type FieldInput = 'key' | 'label' | 'choices'

/** Returns the name of an input in the form. */
export function getInputName(id: number, input: FieldInput): string {
  return `field-${id}-${input}`
}

/** Returns the errors of all fields, by the names of their inputs. */
export function validateFields(
  fields: readonly FieldDraft[],
  language: Pick<Language, 't'>,
): Record<string, string | null> {
  const keys = fields.map(({ key }) => key)
  const errors = fields.flatMap((field, index) => [
    [getInputName(field.id, 'key'), findKeyError(field.key, keys.indexOf(field.key) < index, language)],
    [getInputName(field.id, 'label'), visible.test(field.label) ? null : language.t('prompt.label-missing')],
    [getInputName(field.id, 'choices'), findChoicesError(field, language)],
  ])
  return Object.fromEntries(errors)
}

function findKeyError(key: string, isRepeated: boolean, { t }: Pick<Language, 't'>): string | null {
  if (!outputField.shape.key.safeParse(key).success) return t('prompt.key-wrong')
  return isRepeated ? t('prompt.key-taken') : null
}

function findChoicesError({ type, choices }: FieldDraft, { t }: Pick<Language, 't'>): string | null {
  if (type !== 'choice') return null
  const listed = listChoices(choices)
  if (!listed.some((choice) => visible.test(choice))) return t('prompt.no-choices')
  if (listed.length > maxChoices) return t('prompt.too-many-choices', { max: maxChoices })
  if (listed.some((choice) => choice.length > maxChoiceLength))
    return t('prompt.choice-too-long', { max: maxChoiceLength })
  return null
}
