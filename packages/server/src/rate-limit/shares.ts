import { toNetworkKey, toNetworkKeys } from './client-ip.ts'

/** The most that all clients with the same key may occupy at the same time. */
export interface Share {
  readonly key: string
  readonly max: number
}

/** Counts in memory what clients occupy at the same time, such as connections or bytes. */
export interface Shares {
  /** Reserves an amount in all shares. Returns false, and reserves nothing, when that would exceed one of them. */
  reserve(shares: readonly Share[], amount: number): boolean
  release(shares: readonly Share[], amount: number): void
}

export function createShares(): Shares {
  const reserved = new Map<string, number>()
  const getReserved = (key: string) => reserved.get(key) ?? 0
  return {
    reserve: (shares, amount) => {
      if (shares.some(({ key, max }) => getReserved(key) + amount > max)) return false
      for (const { key } of shares) reserved.set(key, getReserved(key) + amount)
      return true
    },
    release: (shares, amount) => {
      for (const { key } of shares) {
        const remaining = getReserved(key) - amount
        if (remaining > 0) reserved.set(key, remaining)
        else reserved.delete(key)
      }
    },
  }
}

/** An IPv6 /48 has this many times what a /64 may use, of which one client may have 65,536. */
export const wideNetworkFactor = 16

/** Returns the shares of the network of a client: an IPv4 address, or an IPv6 /64 and its /48. */
export function toNetworkShares(ip: string, max: number): readonly Share[] {
  const own = { key: toNetworkKey(ip), max }
  const [widest] = toNetworkKeys(ip)
  return widest === own.key ? [own] : [own, { key: widest, max: max * wideNetworkFactor }]
}
