import type { Call, EndReason } from '@parley/contract/phone'
import { settleLegs } from '../../charges/index.ts'
import { type ExtendedTime, extendTime } from '../../limits/index.ts'
import { clearTimer, createTimeLimitTimer, getTimeLimitTimerName, setTimer } from '../timers/timer-data.ts'
import type { CallDeps } from './call-deps.ts'
import type { CallRecord } from './call-record.ts'

type TimeLimit = NonNullable<Call['timeLimit']>

/** Why a leg leaves whose time is limited. */
export type LimitReason = Extract<EndReason, 'minutes-used' | 'money-spent'>

const reasonByLimit: Record<TimeLimit['code'], LimitReason> = {
  CALL_LIMIT_MINUTES_PER_DAY: 'minutes-used',
  CALL_LIMIT_SPEND_PER_DAY: 'money-spent',
}

type RemoveLimitedLeg = (reason: LimitReason) => Promise<void>

/** A leg leaves this much before its reserved time ends, so that hanging up takes no further second. */
const marginMs = 500
const retryMs = 5_000

/**
 * Reserves the time of the answered telephone legs of a call within the limits per day: always one part before
 * it is needed. When no further part can be reserved, the call announces its end, and the leg leaves when its
 * reserved time ends.
 */
export class TimeLimits {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  /** The actions that remove the legs whose time is limited. */
  readonly #removals = new Map<string, RemoveLimitedLeg>()
  readonly #endByLeg = new Map<string, TimeLimit>()

  constructor(deps: CallDeps, record: CallRecord) {
    this.#deps = deps
    this.#record = record
  }

  /** The end of the leg that has to leave first; null while none has to. */
  get first(): TimeLimit | null {
    const [first] = [...this.#endByLeg.values()].sort((a, b) => a.endsAt - b.endsAt)
    return first ?? null
  }

  /** Limits the time of a leg. No-op when it was not answered yet, or was started before. */
  async start(legId: string, remove: RemoveLimitedLeg): Promise<void> {
    if (this.#removals.has(legId) || this.#findAnswered(legId) === null) return
    this.#removals.set(legId, remove)
    await this.extend(legId)
    await this.#record.saveIfNeeded()
  }

  /** Reserves the next part of the time of an answered telephone leg. */
  async extend(legId: string): Promise<void> {
    const leg = this.#findAnswered(legId)
    if (leg === null) return
    const extended = await this.#tryToExtend(legId)
    if (extended === 'failed') return this.#continueIn(legId, retryMs)
    if (extended === null) return
    const { reservationSeconds } = this.#deps.settings
    const endsAt = (extended.answeredAt ?? leg.joinedAt) + extended.reservedSeconds * 1_000
    const nowMs = this.#deps.now().getTime()
    if (extended.reached === null) {
      await this.#announce(legId, null)
      return this.#continueIn(legId, endsAt - reservationSeconds * 1_000 - nowMs)
    }
    const remainingMs = endsAt - marginMs - nowMs
    if (remainingMs <= 0) return await this.#removals.get(legId)?.(reasonByLimit[extended.reached])
    await this.#announce(legId, { endsAt, code: extended.reached })
    // Other calls may have released time until then.
    this.#continueIn(legId, remainingMs)
  }

  /** Saves the costs of the legs that have left. A failure is repaired when the call ends. */
  async settle(legId: string): Promise<void> {
    if (this.#removals.has(legId)) this.#record.changeTimers([clearTimer(getTimeLimitTimerName(legId))])
    await this.#record.saveIfNeeded()
    this.#endByLeg.delete(legId)
    try {
      await settleLegs(this.#deps.database, this.#record.id, this.#record.state.legs)
    } catch (error) {
      this.#deps.log.error('call_charge.settle_failed', { callId: this.#record.id, error })
    }
  }

  /** Returns a telephone leg that was answered and has not left. */
  #findAnswered(legId: string) {
    const leg = this.#record.state.legs.find(({ id }) => id === legId)
    if (leg?.kind !== 'phone' || leg.state === 'left' || leg.joinedAt === null) return null
    return { ...leg, joinedAt: leg.joinedAt }
  }

  /** An outage of the database does not end calls. */
  async #tryToExtend(legId: string): Promise<ExtendedTime | null | 'failed'> {
    try {
      return await extendTime(this.#deps, this.#record.stored.workspaceId, legId)
    } catch (error) {
      this.#deps.log.error('call_charge.extend_failed', { callId: this.#record.id, error })
      return 'failed'
    }
  }

  #continueIn(legId: string, ms: number): void {
    this.#record.changeTimers([setTimer(createTimeLimitTimer(legId, Math.max(0, ms)))])
  }

  async #announce(legId: string, limit: TimeLimit | null): Promise<void> {
    const before = this.#endByLeg.get(legId)
    if ((before?.endsAt ?? null) === (limit?.endsAt ?? null)) return
    if (limit) this.#endByLeg.set(legId, limit)
    else this.#endByLeg.delete(legId)
    this.#record.requestPublication()
    await this.#record.publishIfRequested()
  }
}
