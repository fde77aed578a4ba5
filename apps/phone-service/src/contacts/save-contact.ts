import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import type { Caller, Requested } from '../access/index.ts'
import { findLimits, freshLimits } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import { claimNumbers, findContactWithNumber } from './contact-numbers.ts'
import {
  type ContactFields,
  type ContactPhone,
  findContact,
  insertContact,
  replaceContact,
} from './contacts.ts'
import { viewContact } from './view-contact.ts'

type CreateContact = typeof contacts.createContact
type UpdateContact = typeof contacts.updateContact
type Written = Omit<Requested<UpdateContact>['body'], 'version'>

export async function createContact(
  services: Services,
  { caller, body }: Requested<CreateContact>,
): Promise<ResponseOf<CreateContact>> {
  const fields = await fieldsOf(services, caller, body)
  const id = randomUUID()
  await refuseTakenNumbers(services, caller, fields, id)
  return await services.database.transaction().execute(async (transaction) => {
    await insertContact(transaction, caller, id, fields, new Date(services.now()))
    return await finish({ ...services, database: transaction }, caller, id, fields)
  })
}

/** Replaces a contact, unless its version has changed since it was read. */
export async function updateContact(
  services: Services,
  { caller, params, body }: Requested<UpdateContact>,
): Promise<ResponseOf<UpdateContact>> {
  const { version, ...written } = body
  const fields = await fieldsOf(services, caller, written)
  if (!(await findContact(services.database, caller, params.contact)))
    throw new PhoneError('CONTACT_NOT_FOUND')
  await refuseTakenNumbers(services, caller, fields, params.contact)

  const now = new Date(services.now())
  return await services.database.transaction().execute(async (transaction) => {
    const isReplaced = await replaceContact(transaction, caller, params.contact, version, fields, now)
    if (!isReplaced) {
      const stillThere = await findContact(transaction, caller, params.contact)
      throw new PhoneError(stillThere ? 'CONTACT_CHANGED' : 'CONTACT_NOT_FOUND')
    }
    return await finish({ ...services, database: transaction }, caller, params.contact, fields)
  })
}

async function finish(services: Services, caller: Caller, id: string, fields: ContactFields) {
  const contact = await findContact(services.database, caller, id)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  const owner = {
    workspaceId: caller.workspaceId,
    id,
    ownerUserId: contact.ownerUserId,
    visibility: fields.visibility,
  }
  const numbers = numbersOf(fields)
  if (!(await claimNumbers(services.database, owner, numbers))) {
    throw await takenError(services, caller, fields, id)
  }
  services.live.toWorkspace(caller.workspaceId, { type: 'contacts.changed' })
  return viewContact(contact)
}

async function refuseTakenNumbers(services: Services, caller: Caller, fields: ContactFields, id: string) {
  const taken = await findContactWithNumber(services.database, caller, numbersOf(fields), id)
  if (taken) throw await takenError(services, caller, fields, id)
}

/** Creates the error for a taken number. It names the other contact if the user can see it. */
async function takenError(services: Services, caller: Caller, fields: ContactFields, id: string) {
  const taken = await findContactWithNumber(services.database, caller, numbersOf(fields), id)
  const other = taken && (await findContact(services.database, caller, taken.contactId))
  if (!taken || !other) return new PhoneError('CONTACT_CHANGED')
  return new PhoneError('CONTACT_NUMBER_TAKEN', {
    number: taken.number,
    contactId: other.id,
    name: other.name,
  })
}

/** Sorted, so that concurrent claims lock rows in the same order and cannot deadlock. */
function numbersOf({ phones }: ContactFields): string[] {
  return [...new Set(phones.map(({ number }) => number))].toSorted()
}

async function fieldsOf(services: Services, caller: Caller, written: Written): Promise<ContactFields> {
  const defaults = freshLimits(services.settings.homeCountry)
  const { homeCountry } = await findLimits(services.database, caller.workspaceId, defaults)
  const phones = written.phones.map((phone) => readPhone(phone, homeCountry))
  return { ...written, phones, tags: [...new Set(written.tags)] }
}

function readPhone({ typed, label }: Written['phones'][number], homeCountry: string): ContactPhone {
  const understood = understandNumber(typed, homeCountry)
  if (understood.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })
  return { number: understood.number, typed, extension: understood.extension, label }
}
