import ICAL from 'ical.js'
import type { StoredContact, StoredField } from '../contacts/index.ts'

/** The space at the beginning of a folded line is not counted. */
ICAL.foldLength = 74

type Property = [string, Record<string, string>, string, ...unknown[]]

/** Returns a contact as a vCard 4.0 (RFC 6350): folded lines of 75 bytes in UTF-8 at most. */
export function serializeVcard(contact: StoredContact, customFields: readonly StoredField[]): string {
  const { name, company, role, phones, emails, tags, notes, customValues } = contact
  const numbers = phones.map(({ number, extension, label }) => ({
    name: 'tel',
    type: 'uri',
    value: `tel:${number}${extension === null ? '' : `;ext=${extension}`}`,
    label,
  }))
  const addresses = emails.map(({ address, label }) => ({
    name: 'email',
    type: 'text',
    value: address,
    label,
  }))
  const properties: Property[] = [
    ['version', {}, 'text', '4.0'],
    ['fn', {}, 'text', name],
  ]
  if (company) properties.push(['org', {}, 'text', [company]])
  if (role) properties.push(['title', {}, 'text', role])
  for (const [index, { label, ...labelled }] of [...numbers, ...addresses].entries()) {
    // The label of a property has the same group. Address books understand it, although no RFC defines it.
    const group: Record<string, string> = label ? { group: `item${index + 1}` } : {}
    properties.push([labelled.name, group, labelled.type, labelled.value])
    if (label) properties.push(['x-ablabel', group, 'text', label])
  }
  // One property each: a reader may take a backslash at the end of a tag for that of an escaped comma.
  for (const tag of tags) properties.push(['categories', {}, 'text', tag])
  if (notes) properties.push(['note', {}, 'text', notes.replaceAll(/\r\n?/g, '\n')])
  for (const { id, key } of customFields) {
    const value = customValues[id]
    if (value !== undefined) properties.push([`x-${key}`, {}, 'text', String(value)])
  }
  return ICAL.stringify(['vcard', properties, []])
}
