import type { TrunkState } from '@parley/call-engine'
import type { ColumnType, Generated } from 'kysely'

export interface TrunkTables {
  trunks: TrunksTable
  trunk_leases: TrunkLeasesTable
  trunk_numbers: TrunkNumbersTable
  trunk_addresses: TrunkAddressesTable
}

interface TrunksTable {
  id: string
  workspace_id: string
  name: string
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  username: string | null
  password_encrypted: string | null
  password_last_four: string | null
  registration: 'register' | 'none'
  outbound_proxy: string | null
  media_encryption: 'off' | 'sdes'
  allows_short_numbers: boolean
  allows_refer: boolean
  /** Replaced with each change. */
  revision: Generated<string>
  /** When the registrar first accepted the user name and password; null before, and without registration. */
  accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
}

/** The node that registers a trunk. */
interface TrunkLeasesTable {
  trunk_id: string
  node_id: string
  epoch: number
  /** The state of the registration, for the other nodes. */
  state: ColumnType<TrunkState | null, string | null, string | null>
}

interface TrunkNumbersTable {
  workspace_id: string
  number: string
  trunk_id: string
  position: number
}

interface TrunkAddressesTable {
  trunk_id: string
  /** An IP address to which a host of the trunk resolves. */
  address: string
}
