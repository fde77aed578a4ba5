import type { PhoneInput } from '../../api/phone-api.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import type { Trunk } from './trunk.ts'

type TrunkInput = PhoneInput<'PUT /trunks/{trunk}'>['body']

/** The form state of a trunk. */
export interface TrunkDraft {
  readonly name: string
  readonly host: string
  readonly port: string
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly username: string
  /** Null keeps the stored password. */
  readonly password: string | null
  readonly registration: 'register' | 'none'
  readonly outboundProxy: string
  readonly mediaEncryption: 'off' | 'sdes'
  readonly allowsShortNumbers: boolean
  readonly allowsRefer: boolean
  /** One number per line. */
  readonly numbers: string
}

export const defaultPorts = { udp: '5060', tcp: '5060', tls: '5061' } as const

export function toTrunkDraft(trunk: Trunk | null): TrunkDraft {
  return {
    name: trunk?.name ?? '',
    host: trunk?.host ?? '',
    port: String(trunk?.port ?? defaultPorts.udp),
    transport: trunk?.transport ?? 'udp',
    username: trunk?.username ?? '',
    password: trunk?.hasPassword ? null : '',
    registration: trunk?.registration ?? 'register',
    outboundProxy: trunk?.outboundProxy ?? '',
    mediaEncryption: trunk?.mediaEncryption ?? 'off',
    allowsShortNumbers: trunk?.allowsShortNumbers ?? false,
    allowsRefer: trunk?.allowsRefer ?? false,
    numbers: trunk?.numbers.map(formatNumber).join('\n') ?? '',
  }
}

/** Converts the form state to a request body. Omits an unchanged password; an empty password clears it. */
export function toTrunkInput(draft: TrunkDraft): TrunkInput {
  const orNull = (value: string) => (value.trim() === '' ? null : value.trim())
  return {
    name: draft.name.trim(),
    host: draft.host.trim(),
    port: Number(draft.port),
    transport: draft.transport,
    username: orNull(draft.username),
    registration: draft.registration,
    outboundProxy: orNull(draft.outboundProxy),
    mediaEncryption: draft.mediaEncryption,
    allowsShortNumbers: draft.allowsShortNumbers,
    allowsRefer: draft.allowsRefer,
    numbers: draft.numbers.split(/\n|;/).flatMap((line) => orNull(line) ?? []),
    ...(draft.password === null ? {} : { password: draft.password === '' ? null : draft.password }),
  }
}
