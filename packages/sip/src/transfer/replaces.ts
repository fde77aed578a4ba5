import type { StoredDialog } from '../dialog/stored-dialog.ts'
import { parseTag } from '../message/address.ts'
import { parseParameters } from '../message/grammar.ts'

/** The value of Replaces, as its receiver sees the dialog; RFC 3891, section 6.1. */
export interface Replaces {
  readonly callId: string
  readonly toTag: string
  readonly fromTag: string
  /** Only a dialog that is not answered may be replaced. */
  readonly earlyOnly: boolean
}

/** Parses a value of Replaces; null when malformed. */
export function parseReplaces(text: string): Replaces | null {
  const [, callId, rest] = /^\s*([^\s;,]+)\s*;(.*)$/s.exec(text) ?? []
  const parameters = rest === undefined ? null : parseParameters(rest)
  const toTag = parameters?.get('to-tag')
  const fromTag = parameters?.get('from-tag')
  if (callId === undefined || !parameters || !toTag || !fromTag) return null
  return { callId, toTag, fromTag, earlyOnly: parameters.has('early-only') }
}

/** Returns the value of Replaces with which the peer of a dialog finds it. */
export function createReplaces({ callId, localAddress, remoteAddress }: StoredDialog): string {
  return `${callId};to-tag=${parseTag(remoteAddress)};from-tag=${parseTag(localAddress)}`
}
