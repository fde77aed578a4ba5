import type { RemoteEndpoint, StoredDialog } from '@parley/sip'
import type { Conference } from '../../../port.ts'
import type { SipResponse, TrunkConfig } from '../../../trunk.ts'
import type { CallAddresses } from '../../phone/audio-negotiator.ts'
import type { LegCalls } from '../../phone/leg-calls.ts'
import { PhoneLeg } from '../../phone/phone-leg.ts'
import type { PhoneLegEvents } from '../../phone/phone-leg-options.ts'
import type { Leg } from './leg.ts'

export type DialRequest = Parameters<Conference['dialOut']>[0]

export interface CreatePhoneLegDeps {
  readonly trunk: TrunkConfig
  /** Local media address signalled to the peer. */
  readonly address: string
  readonly addresses: CallAddresses
  readonly silentMs: number
  readonly onError: (error: unknown) => void
  readonly isFromTrunk: (source: RemoteEndpoint) => boolean
  /** Null for an incoming call. */
  readonly call: DialRequest | null
  readonly calls: LegCalls
}

/** Attaches a telephone call to a leg and emits its events as events of the leg. */
export function createPhoneLeg(leg: Leg, deps: CreatePhoneLegDeps): PhoneLeg {
  const { trunk, address, addresses, silentMs, onError, isFromTrunk, call, calls } = deps
  const transfer = createTransferReports(leg, call)
  /** The peer may move to another address during the call. */
  let stored: StoredDialog | null = null
  const phone = new PhoneLeg(
    {
      legId: leg.id,
      // Of the conference that the leg belongs to then.
      get media() {
        return leg.owner.media
      },
      trunk,
      address,
      addresses,
      silentMs,
      isEmergency: call?.isEmergency ?? false,
      isAlone: () => leg.owner.isAlone(leg),
      onError,
      isFromTrunk,
      calls,
    },
    {
      ringing() {
        leg.owner.emit(leg, { type: 'leg-ringing' })
        transfer.ringing()
      },
      earlyMedia: () => leg.owner.emit(leg, { type: 'leg-early-media' }),
      dialog(dialog) {
        if (dialog.remoteTarget === stored?.remoteTarget && dialog.callId === stored.callId) return
        stored = dialog
        leg.owner.emit(leg, { type: 'leg-dialog', trunkId: trunk.id, dialog })
      },
      heldByPeer: (state) => leg.owner.emit(leg, { type: 'leg-held-by-peer', state }),
      oneWay: (cause) => leg.owner.emit(leg, { type: 'leg-one-way', cause }),
      digit: (digit) => leg.owner.reportDigit(leg, digit, 'info'),
      answered() {
        leg.owner.join(leg)
        transfer.answered()
        if (call?.postDialDigits) phone.sendDigits(call.postDialDigits).catch(onError)
      },
      redirected: (to) => leg.owner.emit(leg, { type: 'leg-redirected', to }),
      transferRequested: (to, state) =>
        leg.owner.emit(leg, { type: 'leg-transfer-requested', trunkId: trunk.id, to, state }),
      transferProgress: (state) => leg.owner.emit(leg, { type: 'leg-transfer-progress', state }),
      ...createReplacementReports(leg),
      ended(reason, sipAnswer) {
        void leg.owner.remove(leg, { reason, sipAnswer })
        transfer.ended(sipAnswer)
        if (stored) void phone.hangUp(reason).then(() => calls.reportDialogEnd(leg.id))
      },
    },
  )
  leg.phone = phone
  return phone
}

/** Returns the functions that stop recording a leg whose call is being replaced, and report the replacement. */
function createReplacementReports(leg: Leg): Pick<PhoneLegEvents, 'replacing' | 'replaced'> {
  let reported = 0
  return {
    async replacing() {
      leg.replacements += 1
      await leg.owner.withholdRecording(leg)
    },
    replaced() {
      const { replacements } = leg
      if (replacements === reported) return
      reported = replacements
      leg.owner.emit(leg, { type: 'leg-replaced', replacements })
    },
  }
}

/** Returns the functions that report the progress of a leg to the trunk that has requested it by REFER. */
function createTransferReports({ owner }: Leg, call: DialRequest | null) {
  const leg = call?.replacedLegId === undefined ? undefined : owner.find(call.replacedLegId)
  const report = (status: number, reason: string) => leg?.phone?.transfers.requested?.report(status, reason)
  return {
    ringing: () => report(180, 'Ringing'),
    answered() {
      report(200, 'OK')
      if (leg) void leg.owner.remove(leg, { reason: 'transferred', sipAnswer: null })
    },
    ended: (sipAnswer: SipResponse | null) =>
      report(sipAnswer?.code ?? 480, sipAnswer?.phrase ?? 'Temporarily Unavailable'),
  }
}
