import type { analyses, referenceCalls } from '@parley/contract/phone'

/** Returns the expected values that a result does not have. */
export function listDifferences(
  expected: readonly referenceCalls.ExpectedValue[],
  fields: readonly analyses.FieldValue[],
): referenceCalls.FieldDifference[] {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return expected.flatMap(({ key, value }) => {
    const actual = byKey.get(key) ?? null
    const isSame = actual !== null && !actual.isInvalid && isSameValue(value, actual.value)
    return isSame ? [] : [{ key, expected: value, actual }]
  })
}

type Value = analyses.FieldValue['value']

/** Texts are the same without regard to case and spaces, and lists without regard to their order. */
function isSameValue(one: Value, other: Value): boolean {
  return JSON.stringify(toComparable(one)) === JSON.stringify(toComparable(other))
}

function toComparable(value: Value): unknown {
  if (typeof value === 'string') return toComparableText(value)
  return Array.isArray(value) ? value.map(toComparableText).toSorted() : value
}

function toComparableText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}
