/** The call of a connection. It changes when the call is merged, and when an emergency service joins or leaves. */
export interface PortUser {
  readonly isEmergency: boolean
  /** Whose call it is; null for no limit. */
  readonly ownerId: string | null
}

/** A connection with a port. */
export interface PortHolder {
  /** The call it belongs to now. */
  getUser(): PortUser
  /** Closes the connection. The browser can connect again, as far as there are ports for its call. */
  onPortLost(): void
}

/**
 * The ports of a process that are reserved for emergency calls: 5 % of them, and at least five, but at most a fifth. One
 * workspace has 20 emergency calls at the same time, each with two ports for a moment.
 */
const reservedPart = 0.05
const minReservedPorts = 5
const maxReservedPart = 0.2
/** One workspace has at most this part of the reserved ports, but two of them in any case: for a page that is reloaded. */
const maxPartOfOwner = 0.5
const minPortsOfOwner = 2

/**
 * The connections that were opened while only reserved ports were free. Those of a call that an emergency service has
 * left become ordinary ones when others have released ports, and are closed otherwise.
 */
export class PortReserve {
  /** The number of reserved ports. */
  readonly size: number
  /** The oldest first, with the time since which their calls are ordinary ones; null for emergency calls. */
  readonly #ordinarySinceMs = new Map<PortHolder, number | null>()

  constructor(portCount: number) {
    const reserved = Math.max(minReservedPorts, portCount * reservedPart)
    this.size = Math.floor(Math.min(reserved, portCount * maxReservedPart))
  }

  /** Returns whether a call may have one more reserved port. */
  accepts({ isEmergency, ownerId }: PortUser): boolean {
    if (!isEmergency) return false
    if (ownerId === null) return true
    const count = [...this.#ordinarySinceMs.keys()].filter((one) => one.getUser().ownerId === ownerId).length
    return count < Math.max(minPortsOfOwner, Math.floor(this.size * maxPartOfOwner))
  }

  add(holder: PortHolder): void {
    this.#ordinarySinceMs.set(holder, null)
  }

  /** Called when a port is free again, with the number of free ports. The connection that had it may be another one. */
  onReleased(holder: PortHolder, free: number): void {
    this.#ordinarySinceMs.delete(holder)
    const oldest = [...this.#ordinarySinceMs.keys()]
    const ordinaryFirst = oldest.toSorted((a, b) => rank(a) - rank(b))
    const occupied = Math.max(0, this.size - free)
    for (const one of ordinaryFirst.slice(0, Math.max(0, oldest.length - occupied)))
      this.#ordinarySinceMs.delete(one)
  }

  /** Closes the connections of calls that are ordinary ones for longer than `timeoutMs`. Call it a few times a second. */
  closeOrdinary(nowMs: number, timeoutMs: number): void {
    for (const [holder, sinceMs] of [...this.#ordinarySinceMs]) {
      const isEmergency = holder.getUser().isEmergency
      this.#ordinarySinceMs.set(holder, isEmergency ? null : (sinceMs ?? nowMs))
      if (!isEmergency && sinceMs !== null && nowMs - sinceMs >= timeoutMs) holder.onPortLost()
    }
  }
}

function rank(holder: PortHolder): number {
  return holder.getUser().isEmergency ? 1 : 0
}
