import { analyses, type analysisPrompts } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { z } from 'zod'
import type { StoredSource, StoredStatement } from '../../database/tables/transcript-tables.ts'
import { toVisibleText } from '../../model-providers/index.ts'
import type { ActionItemOwner } from '../records/index.ts'
import type { Participant } from './call-context.ts'
import type { NumberedLine } from './numbered-lines.ts'

type OutputField = analysisPrompts.OutputField

export interface ParsedItem {
  readonly text: string
  readonly owner: ActionItemOwner | null
  readonly dueOn: string | null
  readonly sources: readonly StoredSource[]
}

export interface ParsedAnswer {
  readonly statements: readonly StoredStatement[]
  readonly items: readonly ParsedItem[]
  readonly fields: readonly analyses.FieldValue[]
}

interface CallFacts {
  readonly lines: readonly NumberedLine[]
  readonly participants: readonly Participant[]
  readonly outputFields: readonly OutputField[]
}

/** A line may be named in any way; one that does not exist supports nothing. */
const lines = z.array(z.unknown()).max(1_000).catch([])
const visible = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => removeInvisibleCharacters(toVisibleText(text)))
    .pipe(z.string().min(1))
const textOrNull = z.string().max(200).nullable().catch(null)

const answer = z.object({
  summary: z
    .array(z.object({ text: visible(analyses.maxStatementLength), lines }))
    .max(analyses.maxStatements),
  actionItems: z
    .array(z.object({ text: visible(analyses.maxItemLength), owner: textOrNull, due: textOrNull, lines }))
    .max(analyses.maxActionItems),
  fields: z.record(z.string(), z.unknown()),
})

/** The problems that the model receives. */
const maxProblems = 5
/** Of a statement or an action item. */
const maxSources = 20

/**
 * Returns what the answer of a model says, as far as it concerns this call: other properties, other lines and other
 * people have no effect. Or the problems of an answer that has another form, for the model.
 */
export function parseAnswer(value: unknown, facts: CallFacts): ParsedAnswer | { readonly problems: string } {
  if (value === undefined) return { problems: 'The answer is no JSON.' }
  const parsed = answer.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, maxProblems)
    return { problems: problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n') }
  }
  const { summary, actionItems, fields } = parsed.data
  const sources = createSourceLookup(facts.lines)
  return {
    statements: summary.map(({ text, lines: named }) => ({ text, sources: sources(named) })),
    items: actionItems.map(({ text, owner, due, lines: named }) => ({
      text,
      owner: findOwner(owner, facts.participants),
      dueOn: z.iso.date().safeParse(due).data ?? null,
      sources: sources(named),
    })),
    fields: facts.outputFields.map((field) =>
      toFieldValue(field, Object.hasOwn(fields, field.key) ? fields[field.key] : undefined),
    ),
  }
}

function createSourceLookup(all: readonly NumberedLine[]) {
  const byNumber = new Map<unknown, NumberedLine>(all.map((line) => [line.number, line]))
  return (named: readonly unknown[]): StoredSource[] =>
    [...new Set(named.slice(0, maxSources))]
      .flatMap((number) => byNumber.get(number) ?? [])
      .toSorted((a, b) => a.number - b.number)
      .map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
}

/** Returns the participant with a name; null when none has it, or when two people have it. */
function findOwner(name: string | null, participants: readonly Participant[]): ActionItemOwner | null {
  if (name === null) return null
  const wanted = toComparable(name)
  const [first, ...others] = participants.filter((each) => toComparable(each.name) === wanted)
  if (!first || others.some(({ userId }) => userId !== first.userId)) return null
  return { userId: first.userId, name: first.name }
}

function toComparable(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}

function toFieldValue(field: OutputField, answered: unknown): analyses.FieldValue {
  const { key, label, type } = field
  if (answered === null) return { key, label, type, value: null, isInvalid: false }
  const { success, data } = createValueSchema(field).safeParse(answered)
  return { key, label, type, value: success ? data : null, isInvalid: !success }
}

function createValueSchema({ type, choices }: OutputField) {
  switch (type) {
    case 'text':
      return visible(analyses.maxValueLength)
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.string().refine((choice) => choices.includes(choice))
    case 'list':
      return z.array(visible(analyses.maxStatementLength)).max(analyses.maxValues)
  }
}
