export { findFreePorts } from './free-ports.ts'
export { findFreeRange } from './free-range.ts'
export {
  canonicalIp,
  createIpRanges,
  type IpRanges,
  isLoopback,
  isPrivate,
  loopbackNetworks,
} from './ip-ranges.ts'
export { logUnhandledErrors } from './log-unhandled-errors.ts'
export { type ResolvedAddress, resolveHost } from './resolve-host.ts'
export { tlsClientOptions } from './tls-client-options.ts'
