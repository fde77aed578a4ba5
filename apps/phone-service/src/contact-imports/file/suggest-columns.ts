import type { contactImports } from '@parley/contract/phone'
import { type StoredField, toFieldKey } from '../../contacts/index.ts'
import { toSortKey } from '../../database/search-text.ts'
import { fieldWords, labelOfColumn, labelWords, otherWords } from './header-words.ts'

type Column = contactImports.ContactImport['columns'][number]
type Target = Column['target']

const maxShownCharacters = 200
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const looksLikeNumber = /^'?\+?[\d\s()/.\-–]{7,24}(\s*(ext|x|#)[\s.]*\d{1,6})?$/i

/** Returns whether the first row of a table is a header: it contains no data, and a known word or data under it. */
export function findHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows
  const isData = (cell: string) =>
    looksLikeEmail.test(cell.slice(0, maxShownCharacters).trim()) || /\d{4}/.test(cell.replaceAll(/\D/g, ''))
  if (first.some(isData)) return false
  if (first.some((cell) => classifyHeader(cell).field !== 'none')) return true
  return others.some((row) => row.some(isData))
}

/** Returns the columns of a table with a suggestion for each, from its first rows. */
export function suggestColumns(
  rows: readonly (readonly string[])[],
  hasHeader: boolean,
  customFields: readonly StoredField[],
): Column[] {
  const columns = describeColumns(rows, hasHeader)
  const data = hasHeader ? rows.slice(1) : rows
  const suggested = columns.map((column, index) => {
    const target = hasHeader
      ? (findCustom(column.name, customFields) ?? classifyHeader(column.name))
      : noTarget
    if (target.field !== 'none') return { ...column, target, reason: 'header' as const }
    return { ...column, ...classifyValues(data.map((row) => row[index] ?? '')) }
  })
  return completeNames(suggested)
}

/** Returns the columns of a table, of which none has a target. */
export function describeColumns(rows: readonly (readonly string[])[], hasHeader: boolean): Column[] {
  const [first = []] = rows
  const data = hasHeader ? rows.slice(1) : rows
  return first.map((cell, index) => ({
    name: hasHeader ? cut(cell) : '',
    sample: cut(data.find((row) => row[index]?.trim())?.[index] ?? ''),
    target: noTarget,
    reason: 'none',
  }))
}

/** The database cannot store half of a character. */
function cut(text: string): string {
  return text.trim().slice(0, maxShownCharacters).toWellFormed()
}

const noTarget: Target = { field: 'none', label: 'other' }

/** A column with the name of a custom field contains its values. */
function findCustom(header: string, customFields: readonly StoredField[]): Target | null {
  const key = toFieldKey(header)
  const field = customFields.find((each) => each.key === key)
  return field ? { field: 'custom', label: 'other', customField: field.id } : null
}

function classifyHeader(header: string): Target {
  const words = toSortKey(header.slice(0, maxShownCharacters).replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/\b(value|wert|\d+)\b/g, '')
    .trim()
  if (otherWords.test(words)) return noTarget
  const field = fieldWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'none'
  if (field !== 'phone' && field !== 'email') return { field, label: 'other' }
  if (labelOfColumn.test(words)) return { field: `${field}-label`, label: 'other' }
  const label = labelWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  return { field, label }
}

function classifyValues(values: readonly string[]): Pick<Column, 'target' | 'reason'> {
  const filled = values
    .map((value) => value.slice(0, maxShownCharacters).trim())
    .filter((value) => value !== '')
  const isMostly = (pattern: RegExp) =>
    filled.length > 0 && filled.filter((value) => pattern.test(value)).length * 2 > filled.length
  if (isMostly(looksLikeEmail)) return { target: { field: 'email', label: 'other' }, reason: 'at-sign' }
  if (isMostly(looksLikeNumber)) return { target: { field: 'phone', label: 'other' }, reason: 'digits' }
  return { target: noTarget, reason: 'none' }
}

/** `Name` beside `Vorname` is the last name, and `Nombre` beside `Apellidos` the first name. */
function completeNames(columns: readonly Column[]): Column[] {
  const has = (field: Target['field']) => columns.some(({ target }) => target.field === field)
  if (has('first-name') === has('last-name')) return [...columns]
  const missing = has('first-name') ? 'last-name' : 'first-name'
  const index = columns.findIndex(({ target }) => target.field === 'name')
  return columns.map((column, at) =>
    at === index ? { ...column, target: { ...column.target, field: missing } } : column,
  )
}
