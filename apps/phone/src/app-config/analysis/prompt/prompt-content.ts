import type { analysisPrompts } from '@parley/contract/phone'

type OutputField = analysisPrompts.OutputField

/** An output field while it is edited. */
export interface FieldDraft extends Omit<OutputField, 'choices'> {
  /** Identifies the field while its key changes. */
  readonly id: number
  /** One choice per line. They are retained while another type is selected. */
  readonly choices: string
}

/** The prompt while it is edited. */
export interface PromptContent {
  readonly text: string
  readonly fields: readonly FieldDraft[]
}

/** A version that becomes the draft. */
export interface RestoredVersion {
  readonly number: number
  readonly content: PromptContent
}

/** The prompt as it is saved. */
export interface SavedContent {
  readonly text: string
  readonly outputFields: OutputField[]
}

export function toContent({ text, outputFields }: SavedContent): PromptContent {
  return {
    // A text area has no other line ends, and would change them with the first edit.
    text: text.replace(/\r\n?/g, '\n'),
    fields: outputFields.map((field, id) => ({ ...field, id, choices: field.choices.join('\n') })),
  }
}

export function toSavedContent({ text, fields }: PromptContent): SavedContent {
  return {
    text,
    outputFields: fields.map(({ key, label, type, description, choices }) => ({
      key,
      label: label.trim(),
      type,
      description: description.trim(),
      choices: type === 'choice' ? listChoices(choices) : [],
    })),
  }
}

/** Returns the choices of a field, each once. */
export function listChoices(lines: string): string[] {
  const choices = lines.split('\n').map((line) => line.trim())
  return [...new Set(choices)].filter((choice) => choice !== '')
}

export function isSameContent(one: PromptContent, other: PromptContent): boolean {
  return JSON.stringify(toSavedContent(one)) === JSON.stringify(toSavedContent(other))
}

/** Returns the fields with an empty one at the end. */
export function addField(fields: readonly FieldDraft[]): FieldDraft[] {
  const id = Math.max(-1, ...fields.map((field) => field.id)) + 1
  return [...fields, { id, key: '', label: '', type: 'text', description: '', choices: '' }]
}

/** Returns the fields with one of them moved up or down. */
export function moveField(fields: readonly FieldDraft[], index: number, by: -1 | 1): FieldDraft[] {
  const moved = [...fields]
  moved.splice(index + by, 0, ...moved.splice(index, 1))
  return moved
}

const maxKeyLength = 40

/** Returns the key that a label suggests: `reason_for_call` of “Reason for call”; empty without Latin letters. */
export function suggestKey(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxKeyLength)
    .replace(/_+$/, '')
}
