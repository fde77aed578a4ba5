import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { customFields, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { LiveService } from '../../live/index.ts'
import type { PhoneRequest } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'
import { toVisibleName } from '../../visible-name.ts'
import {
  insertField,
  listFields,
  lockFields,
  type StoredField,
  saveOrder,
  updateField,
} from './custom-fields.ts'
import { isReservedKey, toFieldKey } from './field-key.ts'

type ListCustomFields = typeof customFields.listCustomFields
type CreateCustomField = typeof customFields.createCustomField
type UpdateCustomField = typeof customFields.updateCustomField
type OrderCustomFields = typeof customFields.orderCustomFields
type CustomField = customFields.CustomField

export async function listCustomFields(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<ListCustomFields>,
): Promise<ResponseOf<ListCustomFields>> {
  return { items: (await listFields(database, user.workspaceId)).map(serializeField) }
}

export async function createCustomField(
  { live }: LiveService,
  { user, body, transaction }: PhoneRequest<CreateCustomField>,
): Promise<ResponseOf<CreateCustomField>> {
  const { workspaceId } = user
  const { name, type } = body
  const field = parseField({ id: randomUUID(), name, type, choices: body.choices, isArchived: false })
  await transaction(async (changes) => {
    await lockFields(changes, workspaceId)
    const fields = await listFields(changes, workspaceId)
    const limit = customFields.maxCustomFields
    if (fields.length >= limit) throw new PhoneError('CONTACT_FIELD_LIMIT', { limit })
    requireFreeName(fields, field)
    await insertField(changes, workspaceId, field)
    const details = { name: field.name, fieldType: type, choices: field.choices.join(', ') }
    await changes.audit('contact_field.created', { type: 'contact_field', id: field.id }, details)
  })
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return field
}

export async function updateCustomField(
  { live }: LiveService,
  { user, params, body, transaction }: PhoneRequest<UpdateCustomField>,
): Promise<ResponseOf<UpdateCustomField>> {
  const { workspaceId } = user
  const saved = await transaction(async (changes) => {
    await lockFields(changes, workspaceId)
    const fields = await listFields(changes, workspaceId)
    const before = fields.find(({ id }) => id === params.field)
    if (!before) throw new PhoneError('CONTACT_FIELD_NOT_FOUND')
    const field = parseField({ ...serializeField(before), ...body })
    requireFreeName(fields, field)
    await updateField(changes, field)
    const { name, choices, isArchived } = field
    const details = { name, nameBefore: before.name, choices: choices.join(', '), isArchived }
    await changes.audit('contact_field.updated', { type: 'contact_field', id: field.id }, details)
    return field
  })
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return saved
}

export async function orderCustomFields(
  { live }: LiveService,
  { user, body, transaction }: PhoneRequest<OrderCustomFields>,
): Promise<ResponseOf<OrderCustomFields>> {
  const { workspaceId } = user
  const items = await transaction(async (changes) => {
    await lockFields(changes, workspaceId)
    const fields = await listFields(changes, workspaceId)
    const order = new Set(body.order)
    if (order.size !== fields.length || fields.some(({ id }) => !order.has(id)))
      throw new PhoneError('CONTACT_FIELDS_CHANGED')
    await saveOrder(changes, workspaceId, [...order])
    await changes.audit('contact_fields.ordered', { type: 'workspace', id: workspaceId })
    return await listFields(changes, workspaceId)
  })
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return { items: items.map(serializeField) }
}

function serializeField({ key: _, ...field }: StoredField): CustomField {
  return field
}

/** @throws {PhoneError} `SCHEMA_ERROR` when the name shows nothing, or when a field has choices that it must not have */
function parseField(field: CustomField): CustomField {
  const visible = field.choices.map(removeInvisibleCharacters).filter((choice) => choice !== '')
  const choices = [...new Set(visible)]
  if ((field.type === 'choice') !== choices.length > 0)
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.choices: required for choices only.' })
  return { ...field, name: toVisibleName(field.name), choices }
}

function requireFreeName(fields: readonly StoredField[], { id, name }: CustomField): void {
  const key = toFieldKey(name)
  if (key === '')
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.name: must contain a letter or a digit.' })
  if (isReservedKey(key) || fields.some((other) => other.key === key && other.id !== id))
    throw new PhoneError('CONTACT_FIELD_NAME_TAKEN')
}
