import type { Trunk } from './trunk.ts'

type Status = Trunk['state']['status']

/** Whether a trunk can carry calls, as far as is known. */
export type TrunkReachability = 'reachable' | 'not-reachable' | 'not-known'

const reachabilityByStatus: Readonly<Record<Status, TrunkReachability>> = {
  unchecked: 'not-known',
  registering: 'not-known',
  'address-pending': 'not-known',
  ready: 'reachable',
  registered: 'reachable',
  refused: 'not-reachable',
  unreachable: 'not-reachable',
  'address-taken': 'not-reachable',
  failed: 'not-reachable',
}

export function trunkReachability({ state }: Trunk): TrunkReachability {
  return reachabilityByStatus[state.status]
}
