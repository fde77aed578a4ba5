import type { analysisPrompts } from '@parley/contract/phone'
import type { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema
type OutputField = analysisPrompts.OutputField

/**
 * Returns the JSON Schema of an answer. All properties are required, and no others are allowed, which servers with strict
 * forms expect.
 */
export function createAnswerForm(fields: readonly OutputField[]): Schema {
  const lines: Schema = { type: 'array', items: { type: 'integer' } }
  return object({
    summary: { type: 'array', items: object({ text: { type: 'string' }, lines }) },
    actionItems: {
      type: 'array',
      items: object({
        text: { type: 'string' },
        owner: orNull({ type: 'string' }),
        due: orNull({ type: 'string' }),
        lines,
      }),
    },
    fields: object(Object.fromEntries(fields.map((field) => [field.key, toFieldSchema(field)]))),
  })
}

function toFieldSchema(field: OutputField): Schema {
  const { label, description } = field
  return { description: description === '' ? label : `${label}: ${description}`, ...orNull(toType(field)) }
}

function toType({ type, choices }: OutputField): Schema {
  switch (type) {
    case 'text':
      return { type: 'string' }
    case 'choice':
      return { type: 'string', enum: [...choices] }
    case 'list':
      return { type: 'array', items: { type: 'string' } }
    default:
      return { type }
  }
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] }
}

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
