import { type contactImports, contacts, PhoneError } from '@parley/contract/phone'
import type { z } from 'zod'
import {
  type ContactFields,
  parseContactFields,
  parseCustomValues,
  type StoredField,
} from '../../contacts/index.ts'
import { restoreFormulas } from '../../csv/index.ts'
import type { Vcard, VcardProperty } from '../file/read-vcards.ts'
import type { LabelTexts } from '../records/contact-imports.ts'
import { readCustomText } from './custom-texts.ts'

type Target = contactImports.ContactImport['columns'][number]['target']
type LabelKind = Target['label']
type RejectionReason = z.infer<typeof contactImports.rejectionReason>
type ContactInput = z.input<typeof contacts.contactInput>

export interface AcceptedRow {
  readonly line: number
  readonly fields: ContactFields
}

export interface RejectedRow {
  readonly line: number
  readonly name: string
  readonly reason: RejectionReason
  readonly value: string
}

export type ParsedRow = AcceptedRow | RejectedRow

/** How the rows of a file become contacts. */
export interface RowContext {
  readonly targets: readonly Target[]
  readonly labels: LabelTexts
  readonly visibility: 'shared' | 'private'
  readonly homeCountry: string
  /** Those that are not archived. */
  readonly customFields: readonly StoredField[]
}

const maxNameCharacters = 200
const maxValueCharacters = 60

export function reject(line: number, name: string, reason: RejectionReason, value = ''): RejectedRow {
  return {
    line,
    name: name.trim().slice(0, maxNameCharacters).toWellFormed(),
    reason,
    value: value.slice(0, maxValueCharacters).toWellFormed(),
  }
}

/** Parses a row of a table. */
export function parseCells(cells: readonly string[], line: number, context: RowContext): ParsedRow {
  const { targets, labels, visibility } = context
  const texts = cells.map(restoreFormulas)
  const list = (field: Target['field']) =>
    targets.flatMap((target, index) =>
      target.field === field ? [{ text: texts[index] ?? '', label: target.label }] : [],
    )
  const findText = (field: Target['field']) => list(field).find(({ text }) => text.trim() !== '')?.text ?? ''
  const listLabelled = (field: 'phone' | 'email', separator: RegExp) => {
    const written = list(`${field}-label`)
    return list(field).flatMap(({ text, label }, index) =>
      text
        .split(separator)
        .filter((value) => value.trim() !== '')
        .map((value) => ({ value, label: written[index]?.text.trim() || toLabel(label, labels) })),
    )
  }
  const fullName = [findText('first-name'), findText('last-name')]
    .map((text) => text.trim())
    .join(' ')
    .trim()
  const name = findText('name').trim() || fullName
  if (cells.length !== targets.length)
    return reject(line, name, 'wrong-number-of-columns', `${cells.length}/${targets.length}`)
  const customTexts = context.customFields.map(({ id }) => {
    const columns = targets.map((target, index) => (target.customField === id ? (texts[index] ?? '') : ''))
    return columns.find((text) => text.trim() !== '') ?? ''
  })
  return parseInput(line, context, customTexts, {
    name,
    company: findText('company'),
    role: findText('role'),
    phones: listLabelled('phone', /:::|\n/).map(({ value, label }) => ({ typed: value, label })),
    emails: listLabelled('email', /:::|[;,\n]/).map(({ value, label }) => ({ address: value, label })),
    tags: list('tags').flatMap(({ text }) => splitTags(text)),
    notes: list('notes')
      .map(({ text }) => text)
      .filter((text) => text.trim() !== '')
      .join('\n'),
    visibility,
  })
}

/** Parses a card; null is one that cannot be read. */
export function parseVcard(card: Vcard, line: number, context: RowContext): ParsedRow {
  if (card === null) return reject(line, '', 'vcard-not-understood')
  const properties = Map.groupBy(card, ({ name }) => name)
  const list = (name: string) => properties.get(name) ?? []
  const findValue = (name: string) => list(name)[0]?.values[0]
  const findText = (name: string) => [findValue(name) ?? ''].flat()[0] ?? ''
  const [family = '', given = '', additional = ''] = [findValue('N') ?? []].flat()
  const spokenName = [given, additional, family].filter((part) => part !== '').join(' ')
  const toText = (property: VcardProperty) => [property.values[0] ?? ''].flat()[0] ?? ''
  const labels = new Map(
    list('X-ABLABEL')
      .toReversed()
      .map((label) => [label.group, toText(label)]),
  )
  const findLabel = ({ group, types }: VcardProperty) =>
    toVcardLabel(group === '' ? '' : (labels.get(group) ?? ''), types, context.labels)
  const customTexts = context.customFields.map(({ key }) => findText(`X-${key.toUpperCase()}`))
  return parseInput(line, context, customTexts, {
    name: findText('FN') || spokenName,
    company: findText('ORG'),
    role: findText('TITLE') || findText('ROLE'),
    phones: list('TEL').map((property) => ({
      typed: toText(property)
        .replace(/^tel:/i, '')
        .replace(/;ext=(\d+)/i, ' ext. $1'),
      label: findLabel(property),
    })),
    emails: list('EMAIL').map((property) => ({
      address: toText(property).replace(/^mailto:/i, ''),
      label: findLabel(property),
    })),
    tags: list('CATEGORIES').flatMap(({ values }) => values.flat()),
    notes: list('NOTE').map(toText).join('\n'),
    visibility: context.visibility,
  })
}

/** Checks a contact by the rules for contacts that users enter. */
function parseInput(
  line: number,
  { homeCountry, customFields }: RowContext,
  customTexts: readonly string[],
  written: ContactInput,
): ParsedRow {
  const company = (written.company ?? '').trim()
  const name = written.name.trim() || company
  if (name === '') return reject(line, '', 'name-missing')
  const parsed = contacts.contactInput.safeParse({
    ...written,
    name,
    // One more than a contact may have is rejected like a hundred thousand more.
    phones: written.phones?.slice(0, contacts.maxPhones + 1),
    emails: written.emails
      ?.slice(0, contacts.maxEmails + 1)
      .map(({ address, label = '' }) => ({ address: address.trim(), label })),
    tags: written.tags?.filter((tag) => tag.trim() !== '').slice(0, contacts.maxTags + 1),
  })
  if (!parsed.success) return rejectIssue(line, name, written, parsed.error.issues)
  try {
    const values = customFields.map((field, index) => [
      field.id,
      readCustomText(field, customTexts[index] ?? ''),
    ])
    const customValues = parseCustomValues(Object.fromEntries(values), customFields)
    const fields = { ...parseContactFields(parsed.data, homeCountry), customValues }
    return { line, fields: withoutRepetitions(fields) }
  } catch (error) {
    if (isError(error, 'NUMBER_NOT_UNDERSTOOD'))
      return reject(line, name, 'number-not-understood', error.details.typed)
    if (isError(error, 'CONTACT_VALUE_NOT_VALID')) {
      const index = customFields.findIndex(({ id }) => id === error.details.field)
      return reject(line, name, 'value-not-valid', customTexts[index])
    }
    if (error instanceof PhoneError) return reject(line, name, 'name-missing')
    throw error
  }
}

function isError<C extends PhoneError['code']>(error: unknown, code: C): error is PhoneError<C> {
  return error instanceof PhoneError && error.code === code
}

function rejectIssue(
  line: number,
  name: string,
  written: ContactInput,
  issues: readonly z.core.$ZodIssue[],
): RejectedRow {
  const email = issues.find(({ path }) => path[0] === 'emails' && path[2] === 'address')
  const address = email && written.emails?.[Number(email.path[1])]?.address
  if (address !== undefined) return reject(line, name, 'email-not-valid', address.trim())
  const phone = issues.find(({ path }) => path[0] === 'phones' && path[2] === 'typed')
  const typed = phone && written.phones?.[Number(phone.path[1])]?.typed
  if (typed !== undefined) return reject(line, name, 'number-not-understood', typed.trim())
  return reject(line, name, 'too-long', String(issues[0]?.path[0] ?? ''))
}

function withoutRepetitions(fields: ContactFields): ContactFields {
  return {
    ...fields,
    phones: [
      ...new Map(fields.phones.toReversed().map((phone) => [phone.number, phone])).values(),
    ].toReversed(),
    emails: [
      ...new Map(fields.emails.toReversed().map((email) => [email.address.toLowerCase(), email])).values(),
    ].toReversed(),
  }
}

/** A tag, which may be quoted, and the separator after it. */
const tagPattern = /(\s*"(?:[^"]|"")*"\s*|(?:(?!:::)[^,;|\n])*)(?:[,;|\n]|:::|$)/g
/** More than all tags of a contact need. */
const maxTagsCharacters = 10_000

function splitTags(text: string): string[] {
  return Array.from(text.slice(0, maxTagsCharacters).matchAll(tagPattern), ([, part = '']) => {
    const tag = part.trim()
    return /^".*"$/s.test(tag) ? tag.slice(1, -1).replaceAll('""', '"') : tag
  })
}

function toLabel(kind: LabelKind, labels: LabelTexts): string {
  return kind === 'other' ? '' : labels[kind]
}

/** The types of vCard 3.0 and 4.0 that say what a number is for, the most specific first. */
const labelOfType: readonly (readonly [string, LabelKind])[] = [
  ['fax', 'fax'],
  ['cell', 'mobile'],
  ['work', 'work'],
  ['home', 'home'],
]

/** Returns the label of a number or an e-mail with the text of its `X-ABLABEL`, which may be empty, and its types. */
function toVcardLabel(text: string, ownTypes: readonly string[], labels: LabelTexts): string {
  const standard = /^_\$!<(.*)>!\$_$/.exec(text)?.[1]
  if (text !== '' && standard === undefined) return text
  const types = standard === undefined ? ownTypes : [standard.toLowerCase().replace('mobile', 'cell')]
  const kind = labelOfType.find(([type]) => types.some((each) => each.includes(type)))?.[1] ?? 'other'
  return toLabel(kind, labels)
}
