import type { me } from '@parley/contract/phone'

export type DoNotDisturb = Pick<me.UserSettings, 'doNotDisturb' | 'doNotDisturbUntil'>

/** Returns whether no call rings for the user now. */
export function isUndisturbed({ doNotDisturb, doNotDisturbUntil }: DoNotDisturb): boolean {
  return doNotDisturb === 'on' && (doNotDisturbUntil === null || doNotDisturbUntil > Date.now())
}
