import { PhoneError } from '@parley/contract/phone'
import { ringsForUser, type StoredCall } from '../../call-log/index.ts'
import type { LiveHub } from '../../live/index.ts'

interface AnsweringLeg {
  readonly userId: string
  readonly legId: string
}

/**
 * The ringing of an incoming call, or of a transferred or parked call that returns to its user: for whom it rings, and who
 * is answering it.
 */
export class Ringing {
  readonly #live: LiveHub
  readonly #declinedBy = new Set<string>()
  #legId: string | null
  #answering: AnsweringLeg | null = null
  /** The user to whom a transferred or parked call returns. */
  #returnsTo: string | null = null
  #stepEnded = Promise.withResolvers<void>()

  /** @param legId The leg of the caller who waits. */
  constructor(live: LiveHub, legId: string | null) {
    this.#live = live
    this.#legId = legId
  }

  /** Id of the leg of the caller who waits; null once the call is answered, and for outgoing calls. */
  get legId(): string | null {
    return this.#legId
  }

  get isRinging(): boolean {
    return this.#legId !== null || this.#returnsTo !== null
  }

  /** The user to whom a transferred or parked call returns; null for any other call. */
  get returnsTo(): string | null {
    return this.#returnsTo
  }

  /** The user and browser leg that are answering the call. */
  get answering(): AnsweringLeg | null {
    return this.#answering
  }

  /** Resolves when the call has been answered, has ended, or rings for other users. */
  get stepEnded(): Promise<void> {
    return this.#stepEnded.promise
  }

  /** Returns whether the call rings for a user of its workspace. */
  isAddressedTo(call: StoredCall, userId: string): boolean {
    if (this.#returnsTo !== null) return this.#returnsTo === userId && !this.#declinedBy.has(userId)
    return this.#legId !== null && ringsForUser(call, userId) && !this.#declinedBy.has(userId)
  }

  /** Returns the ids of the users for whom the call rings. */
  targets(call: StoredCall): string[] {
    const { workspaceId, state } = call
    if (!this.isRinging || state.phase === 'ended') return []
    if (this.#returnsTo !== null)
      return [this.#returnsTo].filter((userId) => this.isAddressedTo(call, userId))
    const userIds = state.routing?.ringsFor ?? [...this.#live.listConnectedMembers(workspaceId)]
    return userIds.filter((userId) => this.isAddressedTo(call, userId))
  }

  /** @throws {PhoneError} `CALL_ENDED`, `CALL_ELSEWHERE` when the call does not ring for the user */
  requireFor(call: StoredCall, userId: string): void {
    if (call.state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId: call.id })
    if (!this.isAddressedTo(call, userId)) throw new PhoneError('CALL_ELSEWHERE')
  }

  setAnswering(leg: AnsweringLeg): void {
    this.#answering = leg
  }

  /** Lets another user answer when the leg that was answering is gone. */
  onLegLeft(legId: string): void {
    if (this.#answering?.legId === legId) this.#answering = null
  }

  hasDeclined(userId: string): boolean {
    return this.#declinedBy.has(userId)
  }

  /** Stops the ringing for one user. */
  decline(call: StoredCall, userId: string): void {
    this.#declinedBy.add(userId)
    this.#sendStopped(call, userId)
  }

  /** Notifies the users for whom the call rings that it no longer does. Call while it still rings. */
  sendEnd(call: StoredCall): void {
    for (const userId of this.targets(call)) this.#sendStopped(call, userId)
  }

  /**
   * Begins to ring for other users. Those for whom it no longer rings are notified. Returns those for whom it did
   * not ring before.
   */
  changeTargets(before: StoredCall, call: StoredCall): string[] {
    const former = this.targets(before)
    const targets = this.targets(call)
    for (const userId of former) if (!targets.includes(userId)) this.#sendStopped(call, userId)
    this.#stepEnded.resolve()
    this.#stepEnded = Promise.withResolvers<void>()
    return targets.filter((userId) => !former.includes(userId))
  }

  /** Rings for the user to whom a transferred or parked call returns. */
  returnTo(userId: string): void {
    this.#declinedBy.delete(userId)
    this.#returnsTo = userId
    this.#stepEnded = Promise.withResolvers<void>()
  }

  /** Ends the ringing: the call has been answered or has ended. */
  end(): void {
    this.#legId = null
    this.#returnsTo = null
    this.#answering = null
    this.#stepEnded.resolve()
  }
  #sendStopped({ id: callId, workspaceId }: StoredCall, userId: string): void {
    this.#live.sendToAllTabs(workspaceId, userId, { type: 'call.stopped-ringing', callId })
  }
}
