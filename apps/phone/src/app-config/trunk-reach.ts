import type { Trunk } from './trunk-list.tsx'

type Status = Trunk['state']['status']

/** Whether a trunk can carry calls, as far as is known. */
export type TrunkReach = 'reachable' | 'not-reachable' | 'not-known'

const reaches: Readonly<Record<Status, TrunkReach>> = {
  unchecked: 'not-known',
  registering: 'not-known',
  ready: 'reachable',
  registered: 'reachable',
  refused: 'not-reachable',
  unreachable: 'not-reachable',
  failed: 'not-reachable',
}

export function reachOf({ state }: Trunk): TrunkReach {
  return reaches[state.status]
}
