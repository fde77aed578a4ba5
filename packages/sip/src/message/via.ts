import { formatParameters, type Parameters, parseParameters } from './grammar.ts'
import { formatUriHost, parseHostPort } from './uri.ts'

/** One member of Via; RFC 3261, 20.42. */
export interface Via {
  /** Upper case: UDP, TCP, TLS, … */
  readonly transport: string
  readonly host: string
  readonly port: number | null
  readonly parameters: Parameters
}

export const branchCookie = 'z9hG4bK'

const viaPattern =
  /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9\-.!%*_+`'~]+)\s+([^;\s]+(?:\s*:\s*\d+)?)\s*(?:;(.*))?$/i

/** Parses one member of Via; null when malformed. */
export function parseVia(text: string): Via | null {
  const parts = viaPattern.exec(text.trim())
  if (!parts) return null
  const [, transport = '', place = '', tail] = parts
  const at = parseHostPort(place.replace(/\s+/g, ''))
  const parameters = tail === undefined ? new Map<string, string | null>() : parseParameters(tail)
  if (!at || !parameters || tail?.trim() === '') return null
  return { transport: transport.toUpperCase(), ...at, parameters }
}

export function formatVia({ transport, host, port, parameters }: Via): string {
  const place = `${formatUriHost(host)}${port === null ? '' : `:${port}`}`
  return `SIP/2.0/${transport} ${place}${formatParameters(parameters)}`
}
