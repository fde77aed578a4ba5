import type { Call } from '@parley/contract/phone'
import { findContactsByNumber, type Viewer } from '../contacts/index.ts'
import { listMemberNames } from '../numbers/index.ts'
import type { Services } from '../services.ts'

/** The names of numbers, as a member sees them. */
export interface Names {
  readonly contacts: ReadonlyMap<string, { id: string; name: string }>
  /** The names of the members of the workspace by number. */
  readonly members: ReadonlyMap<string, string>
  readonly directory: Services['directory']
}

/**
 * Returns a viewer who sees what all members of a workspace see, and no private contact: for texts that many read. No user
 * has this id.
 */
export function toAnyMember(workspaceId: string): Viewer & { readonly isPhoneAdmin: boolean } {
  return { workspaceId, userId: '00000000-0000-0000-0000-000000000000', isPhoneAdmin: false }
}

/** Returns the names of the contacts that `viewer` can see, and of members of the workspace, by their numbers. */
export async function findNames(
  { database, directory }: Pick<Services, 'database' | 'directory'>,
  viewer: Viewer,
  numbers: readonly (string | null)[],
): Promise<Names> {
  const unique = [...new Set(numbers.filter((number) => number !== null))]
  const [contacts, members] = await Promise.all([
    findContactsByNumber(database, viewer, unique),
    listMemberNames(database, viewer.workspaceId, unique),
  ])
  return { contacts, members, directory }
}

/** A number of a call, as {@link findName} and {@link findService} need it. */
interface NumberOfCall {
  readonly number: string | null
  /**
   * Whether it is of a caller who came through a trunk. Any provider or telephone can claim a number of the simulated
   * network, which a call from there never has: it gets no name of a member or a service.
   */
  readonly isTrunkCaller?: boolean
}

export function findName(
  { number, isTrunkCaller = false }: NumberOfCall,
  { contacts, members, directory }: Names,
): string | null {
  if (number === null) return null
  const contact = contacts.get(number)?.name ?? null
  if (contact !== null || isTrunkCaller) return contact
  return members.get(number) ?? directory.get(number)?.name ?? null
}

/** A contact overrides the service that the directory lists at its number. */
export function findService(
  { number, isTrunkCaller = false }: NumberOfCall,
  { contacts, directory }: Names,
): Call['service'] {
  if (number === null || isTrunkCaller || contacts.has(number)) return null
  return directory.get(number)?.service ?? null
}

export function findContactId(number: string | null, { contacts }: Names): string | null {
  return number === null ? null : (contacts.get(number)?.id ?? null)
}
