import type { analyses, analysisPrompts, referenceCalls } from '@parley/contract/phone'

type Value = analyses.FieldValue['value']

/** The expected value of an output field while it is edited. */
export interface ExpectedDraft {
  readonly key: string
  readonly label: string
  readonly type: analysisPrompts.OutputField['type']
  /** Of a choice; else empty. */
  readonly choices: readonly string[]
  readonly isCompared: boolean
  /** One text per line for a list, `true` or `false` for yes or no; empty: the call does not mention it. */
  readonly text: string
}

interface DraftSources {
  /** The output fields of the prompt. */
  readonly fields: readonly analysisPrompts.OutputField[]
  /** The values of a result, which are suggested. */
  readonly suggested: readonly analyses.FieldValue[]
  /** The values that are expected already; null for a new reference call. */
  readonly expected: readonly referenceCalls.ExpectedValue[] | null
}

/** Returns a draft of each field of the prompt, and of each expected value whose field it does not have any more. */
export function createDrafts({ fields, suggested, expected }: DraftSources): ExpectedDraft[] {
  const known = fields.map(({ key, label, type, choices }) => {
    const stored = expected?.find((each) => each.key === key)
    const value = stored?.value ?? suggested.find((each) => each.key === key)?.value ?? null
    // A text of a model is hardly ever the same twice.
    const isCompared = expected ? stored !== undefined : type !== 'text' && type !== 'list'
    return { key, label, type, choices, isCompared, text: toText(stored ? stored.value : value) }
  })
  const others = (expected ?? []).filter(({ key }) => !fields.some((field) => field.key === key))
  return [
    ...known,
    ...others.map(({ key, value }) => ({
      key,
      label: key,
      type: findType(value),
      choices: [],
      isCompared: true,
      text: toText(value),
    })),
  ]
}

export function hasWrongNumber({ type, isCompared, text }: ExpectedDraft): boolean {
  return isCompared && type === 'number' && text.trim() !== '' && !Number.isFinite(Number(text))
}

/** Returns the values that are to be compared. */
export function toExpected(drafts: readonly ExpectedDraft[]): referenceCalls.ExpectedValue[] {
  return drafts
    .filter(({ isCompared }) => isCompared)
    .map((draft) => ({ key: draft.key, value: toValue(draft) }))
}

function toText(value: Value): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

function toValue({ type, text }: ExpectedDraft): Value {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'number') return Number(trimmed)
  if (type === 'boolean') return trimmed === 'true'
  if (type !== 'list') return trimmed
  return trimmed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function findType(value: Value): ExpectedDraft['type'] {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}
