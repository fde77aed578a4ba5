import type { PhoneInput, PhoneOutput } from '../../api/phone-api.ts'
import type { CustomField } from '../custom-fields/value-drafts.ts'

export type Contact = PhoneOutput<'GET /contacts/{contact}'>
export type Choices = Required<NonNullable<PhoneInput<'POST /contact-merges'>['body']['choices']>>
type Side = 'kept' | 'removed'

export interface ContactPair {
  readonly kept: Contact
  readonly removed: Contact
}

/** The older contact stays. */
export function orderPair(first: Contact, second: Contact): ContactPair {
  const [kept, removed] = first.createdAt <= second.createdAt ? [first, second] : [second, first]
  return { kept, removed }
}

/** Returns the choices that lose nothing: the value of the kept contact, or the other one if it has none. */
export function createChoices({ kept, removed }: ContactPair): Choices {
  const choose = (own: string, other: string): Side => (own === '' && other !== '' ? 'removed' : 'kept')
  return {
    name: 'kept',
    company: choose(kept.company, removed.company),
    role: choose(kept.role, removed.role),
    notes: 'both',
    visibility: 'kept',
    customValues: {},
  }
}

/** The parts of two contacts of which one is chosen. */
export function listDifferentTexts({ kept, removed }: ContactPair): ('name' | 'company' | 'role')[] {
  return (['name', 'company', 'role'] as const).filter(
    (part) => kept[part] !== removed[part] && kept[part] !== '' && removed[part] !== '',
  )
}

/** The custom fields in which both contacts have different values. */
export function listDifferentFields(
  { kept, removed }: ContactPair,
  fields: readonly CustomField[],
): CustomField[] {
  return fields.filter(({ id, isArchived }) => {
    const [own, other] = [kept.customValues[id], removed.customValues[id]]
    return !isArchived && own !== undefined && other !== undefined && own !== other
  })
}
