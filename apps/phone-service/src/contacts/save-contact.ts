import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import { defaultLimits, findLimits } from '../limits/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { claimNumbers, findContactWithNumber } from './contact-numbers.ts'
import {
  type ContactFields,
  type ContactPhone,
  findContact,
  insertContact,
  replaceContact,
} from './contacts.ts'
import { serializeContact } from './serialize-contact.ts'

type CreateContact = typeof contacts.createContact
type UpdateContact = typeof contacts.updateContact
type ContactInput = Omit<PhoneRequest<UpdateContact>['body'], 'version'>

export async function createContact(
  services: Services,
  { user, body }: PhoneRequest<CreateContact>,
): Promise<ResponseOf<CreateContact>> {
  const fields = await parseFields(services, user, body)
  const id = randomUUID()
  await requireFreeNumbers(services, user, fields, id)
  return await services.database.transaction().execute(async (transaction) => {
    await insertContact(transaction, user, id, fields, new Date(services.now()))
    return await completeSave({ ...services, database: transaction }, user, id, fields)
  })
}

/** Replaces a contact, unless its version has changed since it was read. */
export async function updateContact(
  services: Services,
  { user, params, body }: PhoneRequest<UpdateContact>,
): Promise<ResponseOf<UpdateContact>> {
  const { version, ...written } = body
  const fields = await parseFields(services, user, written)
  if (!(await findContact(services.database, user, params.contact))) throw new PhoneError('CONTACT_NOT_FOUND')
  await requireFreeNumbers(services, user, fields, params.contact)

  const now = new Date(services.now())
  return await services.database.transaction().execute(async (transaction) => {
    const isReplaced = await replaceContact(transaction, user, params.contact, version, fields, now)
    if (!isReplaced) {
      const stillThere = await findContact(transaction, user, params.contact)
      throw new PhoneError(stillThere ? 'CONTACT_CHANGED' : 'CONTACT_NOT_FOUND')
    }
    return await completeSave({ ...services, database: transaction }, user, params.contact, fields)
  })
}

async function completeSave(services: Services, user: CurrentUser, id: string, fields: ContactFields) {
  const contact = await findContact(services.database, user, id)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  const owner = {
    workspaceId: user.workspaceId,
    id,
    ownerUserId: contact.ownerUserId,
    visibility: fields.visibility,
  }
  const numbers = sortNumbers(fields)
  if (!(await claimNumbers(services.database, owner, numbers))) {
    throw await createNumberTakenError(services, user, fields, id)
  }
  services.live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
  return serializeContact(contact)
}

async function requireFreeNumbers(services: Services, user: CurrentUser, fields: ContactFields, id: string) {
  const taken = await findContactWithNumber(services.database, user, sortNumbers(fields), id)
  if (taken) throw await createNumberTakenError(services, user, fields, id)
}

/** Creates the error for a taken number. It names the other contact if the user can see it. */
async function createNumberTakenError(
  services: Services,
  user: CurrentUser,
  fields: ContactFields,
  id: string,
) {
  const taken = await findContactWithNumber(services.database, user, sortNumbers(fields), id)
  const other = taken && (await findContact(services.database, user, taken.contactId))
  if (!taken || !other) return new PhoneError('CONTACT_CHANGED')
  return new PhoneError('CONTACT_NUMBER_TAKEN', {
    number: taken.number,
    contactId: other.id,
    name: other.name,
  })
}

/** Sorted, so that concurrent claims lock rows in the same order and cannot deadlock. */
function sortNumbers({ phones }: ContactFields): string[] {
  return [...new Set(phones.map(({ number }) => number))].toSorted()
}

async function parseFields(
  services: Services,
  user: CurrentUser,
  written: ContactInput,
): Promise<ContactFields> {
  const defaults = defaultLimits(services.settings.homeCountry)
  const { homeCountry } = await findLimits(services.database, user.workspaceId, defaults)
  const phones = written.phones.map((phone) => parsePhone(phone, homeCountry))
  return { ...written, phones, tags: [...new Set(written.tags)] }
}

function parsePhone({ typed, label }: ContactInput['phones'][number], homeCountry: string): ContactPhone {
  const understood = parseNumber(typed, homeCountry)
  if (understood.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })
  return { number: understood.number, typed, extension: understood.extension, label }
}
