import type { live } from '@parley/contract/phone'

export type ClientMessage = live.ClientMessage
export type ServerMessage = live.ServerMessage
