import { expect, test } from 'vitest'
import { validateFields } from './fields/validate-fields.ts'
import {
  addField,
  type FieldDraft,
  isSameContent,
  moveField,
  suggestKey,
  toContent,
  toSavedContent,
} from './prompt-content.ts'
import { estimateTokens } from './text/estimate-tokens.ts'
import { listUnknownVariables, splitText } from './text/split-text.ts'

const outcome = {
  key: 'outcome',
  label: 'Outcome',
  type: 'choice' as const,
  description: '',
  choices: ['Yes', 'No'],
}
const draft: FieldDraft = { ...outcome, id: 0, choices: 'Yes\nNo' }

test('a loaded prompt is unchanged, also one with other line ends', () => {
  const content = toContent({ text: 'a\r\nb', outputFields: [outcome] })

  expect(toSavedContent(content)).toEqual({ text: 'a\nb', outputFields: [outcome] })
  expect(
    isSameContent(content, { text: 'a\nb', fields: [{ ...draft, id: 7, choices: ' Yes\n\nNo\nYes' }] }),
  ).toBe(true)
  expect(isSameContent(content, { text: 'a\nb', fields: [] })).toBe(false)
})

test('choices of a field of another type are not saved, and return with the type', () => {
  const asText = { ...draft, type: 'text' as const }

  expect(toSavedContent({ text: '', fields: [asText] }).outputFields[0]?.choices).toEqual([])
  expect(asText.choices).toBe('Yes\nNo')
})

test('fields are added with their own identity, and moved', () => {
  const fields = addField(addField([{ ...draft, id: 4 }]))

  expect(fields.map(({ id }) => id)).toEqual([4, 5, 6])
  expect(moveField(fields, 2, -1).map(({ id }) => id)).toEqual([4, 6, 5])
})

test.each([
  ['Reason for the call', 'reason_for_the_call'],
  ['  2. Größe (cm) ', 'grosse_cm'],
  ['Résumé', 'resume'],
  ['理由', ''],
  ['x'.repeat(60), 'x'.repeat(40)],
])('the label %j suggests the key %j', (label, key) => {
  expect(suggestKey(label)).toBe(key)
})

test('each wrong input of a field has its error', () => {
  const language = { t: (key: string) => key } as never
  const find = (fields: readonly FieldDraft[]) =>
    Object.entries(validateFields(fields, language)).filter(([, error]) => error !== null)

  expect(find([draft])).toEqual([])
  expect(find([draft, { ...draft, id: 1 }])).toEqual([['field-1-key', 'prompt.key-taken']])
  expect(find([{ ...draft, key: '1a', label: '\u200b', choices: ' \n' }])).toEqual([
    ['field-0-key', 'prompt.key-wrong'],
    ['field-0-label', 'prompt.label-missing'],
    ['field-0-choices', 'prompt.no-choices'],
  ])
  const many = Array.from({ length: 21 }, (_, at) => String(at)).join('\n')
  expect(find([{ ...draft, choices: many }])).toEqual([['field-0-choices', 'prompt.too-many-choices']])
  expect(find([{ ...draft, choices: 'x'.repeat(61) }])).toEqual([
    ['field-0-choices', 'prompt.choice-too-long'],
  ])
  expect(find([{ ...draft, type: 'text', choices: many }])).toEqual([])
})

test('unknown variables are found with their lines, and lines are divided at variables', () => {
  const text = 'Call {{direction}}\n{{mood}} and {{\nmood}} {{notes}}'

  expect(
    listUnknownVariables(text).map(({ name, line, start }) => [name, line, text.slice(start, start + 2)]),
  ).toEqual([
    ['mood', 2, '{{'],
    ['mood', 2, '{{'],
  ])
  expect(splitText(text).map((parts) => parts.map(({ kind, text: part }) => [kind, part]))).toEqual([
    [
      ['text', 'Call '],
      ['variable', '{{direction}}'],
    ],
    [
      ['unknown', '{{mood}}'],
      ['text', ' and '],
      ['unknown', '{{'],
    ],
    [
      ['unknown', 'mood}}'],
      ['text', ' '],
      ['variable', '{{notes}}'],
    ],
  ])
})

test('tokens are estimated by characters, and by each character of scripts without spaces', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('a'.repeat(352))).toBe(88)
  expect(estimateTokens('通話の要約')).toBe(5)
})
