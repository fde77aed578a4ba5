import { expect } from 'vitest'
import { addPeerTrunk, getIncomingUri } from './add-peer-trunk.ts'
import { hangUp, type MenuRouting, saveMenus } from './menu-calls.ts'
import type { TestPhone } from './start-phone.ts'

let createdNumbers = 0

/** Returns a telephone number that no other workspace of this test file has. */
export function createNumber(): string {
  createdNumbers += 1
  return `+1212555${String(2_400 + createdNumbers)}`
}

/** Nothing listens on it. */
const unusedPort = 9

interface WorkspaceOptions extends Partial<MenuRouting> {
  /** The port of the telephone that is called through the trunk. */
  readonly port?: number
}

/** Adds a workspace with one user and a trunk, whose number leads to a target, so that tests can share a phone. */
export async function addWorkspace(
  phone: TestPhone,
  { port = unusedPort, open = hangUp, menus = [], ...routing }: WorkspaceOptions = {},
) {
  const user = phone.signUp('Ada')
  const as = phone.as(user)
  const number = createNumber()
  await addPeerTrunk(phone, user, { port, numbers: [number] })
  expect((await saveMenus(as, { menus, open, ...routing })).status).toBe(200)
  return { user, as, number, uri: getIncomingUri(phone, number) }
}
