import type { StoredContact, StoredField } from '../contacts/index.ts'

/** The longest lists of the exported contacts. */
interface ListLengths {
  readonly phones: number
  readonly emails: number
}

/** Returns the columns of an export. Their names are those that the import recognizes. */
export function createCsvColumns({ phones, emails }: ListLengths, customFields: readonly StoredField[]) {
  const number = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => [`${name} ${index + 1}`, `${name} ${index + 1} label`]).flat()
  return {
    names: [
      'Name',
      'Company',
      'Role',
      ...number(phones, 'Phone'),
      ...number(emails, 'E-mail'),
      'Tags',
      'Notes',
      ...customFields.map(({ name }) => name),
    ],
    toRow: (contact: StoredContact): string[] => [
      contact.name,
      contact.company,
      contact.role,
      ...toCells(phones, contact.phones.map(formatPhone)),
      ...toCells(
        emails,
        contact.emails.map(({ address, label }) => [address, label]),
      ),
      contact.tags.map(quoteTag).join(', '),
      contact.notes,
      ...customFields.map(({ id }) => String(contact.customValues[id] ?? '')),
    ],
  }
}

type Entry = readonly [value: string, label: string]

/** Returns the cells of a list. Entries that were added since the columns were counted are joined in the last one. */
function toCells(count: number, entries: readonly Entry[]): string[] {
  if (count === 0) return []
  const shown = entries.slice(0, count - 1)
  const last = entries.slice(count - 1)
  const cells = [...shown, [last.map(([value]) => value).join(' ::: '), last[0]?.[1] ?? ''] as const]
  return Array.from({ length: count }, (_, index) => cells[index] ?? ['', '']).flat()
}

function formatPhone({ number, extension, label }: StoredContact['phones'][number]): Entry {
  return [extension === null ? number : `${number} ext. ${extension}`, label]
}

/** Quotes a tag that contains what separates tags. */
function quoteTag(tag: string): string {
  return /[,;|"]|:::/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag
}
