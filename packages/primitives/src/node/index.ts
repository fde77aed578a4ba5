export { findFreePorts } from './free-ports.ts'
export {
  createIpRanges,
  type IpRanges,
  isLoopback,
  isPrivate,
  loopbackNetworks,
  unmapIpv4,
} from './ip-ranges.ts'
export { logUnhandledErrors } from './log-unhandled-errors.ts'
export { type ResolvedAddress, resolveHost } from './resolve-host.ts'
