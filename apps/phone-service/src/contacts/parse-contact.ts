import { type contacts, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { z } from 'zod'
import { getOrCreateLimits } from '../limits/index.ts'
import { normalizeNumber } from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'
import { listUniqueTags } from '../unique-tags.ts'
import { toVisibleName } from '../visible-name.ts'
import type { ContactFields, ContactPhone } from './stored-contact.ts'

type ContactInput = z.output<typeof contacts.contactInput>

/** Returns the country to which numbers of contacts without a country calling code belong. */
export async function findHomeCountry(
  services: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
): Promise<string> {
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  return homeCountry
}

/** A contact without the values of custom fields, which {@link parseCustomValues} checks. */
export type StandardFields = Omit<ContactFields, 'customValues'>

/**
 * Returns a contact as it is stored: visible texts, and numbers in E.164.
 *
 * @throws {PhoneError} `SCHEMA_ERROR` when the name shows nothing, `NUMBER_NOT_UNDERSTOOD`
 */
export function parseContactFields(
  { customValues: _, ...written }: ContactInput,
  homeCountry: string,
): StandardFields {
  const phones = written.phones.map((phone) => parsePhone(phone, homeCountry))
  const visible = {
    name: toVisibleName(written.name),
    company: removeInvisibleCharacters(written.company),
    role: removeInvisibleCharacters(written.role),
    emails: written.emails.map((email) => ({ ...email, label: removeInvisibleCharacters(email.label) })),
    tags: listUniqueTags(written.tags.map(removeInvisibleCharacters)).filter((tag) => tag !== ''),
  }
  return { ...written, ...visible, phones }
}

function parsePhone({ typed, label }: ContactInput['phones'][number], homeCountry: string): ContactPhone {
  const parsed = normalizeNumber(typed, homeCountry)
  if (!parsed) throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })
  return {
    number: parsed.number,
    typed: removeInvisibleCharacters(typed),
    extension: parsed.extension,
    label: removeInvisibleCharacters(label),
  }
}
