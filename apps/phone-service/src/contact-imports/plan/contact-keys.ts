import type { ContactFields } from '../../contacts/index.ts'

export function toNumberKey(number: string): string {
  return `number ${number}`
}

/** Returns the keys by which rows belong to a contact, the most certain first. */
export function listKeys({ phones, emails, name, company }: ContactFields): string[] {
  return [
    ...phones.map(({ number }) => toNumberKey(number)),
    ...emails.map(({ address }) => `email ${address.toLowerCase()}`),
    `name ${name}\n${company}`,
  ]
}
