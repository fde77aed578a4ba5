import type { AnyEndpoint } from '@parley/contract'
import { z } from 'zod'

/** The path of a field in a request: `['body', 'email']`. */
export type FieldPath = readonly [part: 'params' | 'query' | 'body' | 'headers', ...rest: string[]]

export interface RequestField {
  readonly path: FieldPath
  readonly schema: z.ZodType
  /** Boundary values on both sides. */
  readonly boundaryValues: readonly unknown[]
}

/** Returns the fields of a request according to its schemas, server-only fields included. */
export function listRequestFields({ params, query, body, serverSchema }: AnyEndpoint): RequestField[] {
  const known = [
    ...listSchemaFields(params, ['params']).slice(1),
    ...listSchemaFields(query, ['query']).slice(1),
    ...listSchemaFields(body, ['body']),
    ...listSchemaFields(serverSchema?.body, ['body']).slice(1),
  ]
  return known.filter(
    ({ path }, index) => known.findIndex((other) => other.path.join('.') === path.join('.')) === index,
  )
}

/** Returns the fields of a schema, nested ones and those of every variant included. */
function listSchemaFields(schema: z.ZodType | undefined, path: FieldPath): RequestField[] {
  if (!schema) return []
  const inner = unwrap(schema)
  return [
    { path, schema: inner, boundaryValues: listBoundaryValues(inner) },
    ...listNestedFields(inner, path),
  ]
}

function listNestedFields(schema: z.ZodType, path: FieldPath): RequestField[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      listSchemaFields(field as z.ZodType, [...path, key] as const),
    )
  if (schema instanceof z.ZodArray) return listSchemaFields(schema.element as z.ZodType, [...path, '0'])
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => listNestedFields(unwrap(option), path))
  if (schema instanceof z.ZodRecord) return listSchemaFields(schema.valueType as z.ZodType, [...path, 'key'])
  return []
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodPipe ? unwrap(schema.in as z.ZodType) : schema
}

function listBoundaryValues(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap((option) => listBoundaryValues(unwrap(option)))
  if (schema instanceof z.ZodNumber)
    return getBoundaryNumbers(schema.minValue ?? 0, schema.maxValue ?? 2 ** 53 - 1)
  if (schema instanceof z.ZodString) return getBoundaryTexts(schema.minLength ?? 0, schema.maxLength ?? 300)
  return []
}

function getBoundaryNumbers(min: number, max: number): number[] {
  return [min, min - 1, max, max + 1, 2 ** 31 - 1, 2 ** 31, (min + max) / 2]
}

function getBoundaryTexts(min: number, max: number): string[] {
  return [min, min - 1, max, max + 1]
    .filter((length) => length >= 0 && length <= 1_000_001)
    .map((length) => 'a'.repeat(length))
}
