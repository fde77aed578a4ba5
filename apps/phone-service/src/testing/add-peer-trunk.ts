import { required } from '@parley/primitives'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'
import { trunkWithPassword } from './trunk-with-password.ts'

interface PeerTrunk {
  /** The port of the telephone that is called through the trunk. */
  readonly port: number
  /** The numbers of the trunk. Any telephone on 127.0.0.1 may call them. */
  readonly numbers: readonly string[]
  readonly allowsRefer?: boolean
}

/** Adds a trunk whose provider is a real telephone on this machine. */
export async function addPeerTrunk(phone: TestPhone, user: FakeUser, trunk: PeerTrunk): Promise<void> {
  const { status, body } = await phone.as(user).post('/trunks', { ...trunkWithPassword, ...trunk })
  if (status !== 201) throw new Error(`The trunk was not added: ${JSON.stringify(body)}`)
}

/** Returns the SIP URI at which telephones on this machine call a number of a trunk. */
export function getIncomingUri(phone: TestPhone, number: string): string {
  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  return `sip:${number}@127.0.0.1:${port}`
}
