import { required } from '@parley/primitives'
import { splitOutside } from './grammar.ts'

/** Compact forms; RFC 3261, 7.3.3, and the IANA registry of header fields. */
const compactNames = new Map([
  ['a', 'Accept-Contact'],
  ['b', 'Referred-By'],
  ['c', 'Content-Type'],
  ['d', 'Request-Disposition'],
  ['e', 'Content-Encoding'],
  ['f', 'From'],
  ['i', 'Call-ID'],
  ['j', 'Reject-Contact'],
  ['k', 'Supported'],
  ['l', 'Content-Length'],
  ['m', 'Contact'],
  ['o', 'Event'],
  ['r', 'Refer-To'],
  ['s', 'Subject'],
  ['t', 'To'],
  ['u', 'Allow-Events'],
  ['v', 'Via'],
  ['x', 'Session-Expires'],
  ['y', 'Identity'],
])

function fullName(name: string): string {
  return compactNames.get(name.toLowerCase()) ?? name
}

/**
 * The header fields of a message, in order. Names are case-insensitive, and compact forms equal the long
 * names; RFC 3261, section 7.3.
 */
export class SipHeaders {
  #fields: { readonly name: string; readonly value: string }[] = []

  static of(fields: Iterable<readonly [name: string, value: string]>): SipHeaders {
    const headers = new SipHeaders()
    for (const [name, value] of fields) headers.append(name, value)
    return headers
  }

  *[Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    for (const { name, value } of this.#fields) yield [name, value]
  }

  get size(): number {
    return this.#fields.length
  }

  /** Returns the value of the first field of this name, or null. */
  get(name: string): string | null {
    const lowerCaseName = fullName(name).toLowerCase()
    return this.#fields.find((field) => field.name.toLowerCase() === lowerCaseName)?.value ?? null
  }

  /**
   * Returns the value of the first field of this name.
   *
   * @throws {Error} When it is missing: an error in the program, because received messages were checked for
   * it.
   */
  require(name: string): string {
    return required(this.get(name), `the field ${name}`)
  }

  /** Returns the unparsed value of each field of this name. */
  all(name: string): string[] {
    const lowerCaseName = fullName(name).toLowerCase()
    return this.#fields
      .filter((field) => field.name.toLowerCase() === lowerCaseName)
      .map((field) => field.value)
  }

  /** Returns the members of a comma-separated field, from all fields of this name; RFC 3261, 7.3.1. */
  list(name: string): string[] {
    return this.all(name).flatMap((value) => splitOutside(value, ',') ?? [value])
  }

  /** Returns whether a list of option tags or methods (Require, Supported, Allow) contains `token`. */
  lists(name: string, token: string): boolean {
    return this.list(name).some((member) => member.toLowerCase() === token.toLowerCase())
  }

  append(name: string, value: string): void {
    this.#fields.push({ name: fullName(name), value: requireSingleLine(value) })
  }

  /** Inserts a field before all others. */
  prepend(name: string, value: string): void {
    this.prependAll(name, [value])
  }

  /** Inserts fields of this name before all others. */
  prependAll(name: string, values: readonly string[]): void {
    const fields = values.map((value) => ({ name: fullName(name), value: requireSingleLine(value) }))
    this.#fields = [...fields, ...this.#fields]
  }

  /** Replaces all fields of this name by one. */
  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }

  delete(name: string): void {
    const lowerCaseName = fullName(name).toLowerCase()
    this.#fields = this.#fields.filter((field) => field.name.toLowerCase() !== lowerCaseName)
  }

  copy(): SipHeaders {
    return SipHeaders.of(this)
  }
}

/** Prevents header injection by line breaks in a value. */
function requireSingleLine(value: string): string {
  return /[\r\n\0]/.test(value) ? value.replace(/[\r\n\0]+/g, ' ') : value
}
