import type { Mutation } from '../mutation.ts'

const transfer = 'packages/sip/src/transfer'
const receiveRefer = `${transfer}/receive-refer.ts`
const receiveReferTests = [`${transfer}/receive-refer.test.ts`] as const
const referSender = `${transfer}/refer-sender.ts`
const referSenderTests = [`${transfer}/refer-sender.test.ts`] as const
const phone = 'packages/call-engine/src/embedded/phone'
const legTransfers = `${phone}/leg-transfers.ts`
const legTransferTests = [`${phone}/transfers.test.ts`] as const
const referCall = 'apps/phone-service/src/call-sessions/transfers/refer-call.ts'
const referCallTests = ['apps/phone-service/src/call-sessions/transfers/refer-call.test.ts'] as const
const findReplacedDialog = `${transfer}/find-replaced-dialog.ts`
const connectCalls = 'apps/phone-service/src/call-sessions/transfers/connect-calls.ts'
const connectCallsTests = ['apps/phone-service/src/call-sessions/transfers/connect-calls.test.ts'] as const
const replacesTests = [`${transfer}/replaces.test.ts`] as const

/** Protections of calls that are transferred by REFER or replaced by INVITE. */
export const transferMutations: readonly Mutation[] = [
  {
    removes: 'ZR130: a report of another subscription ends a transfer',
    file: referSender,
    find: 'if (!pending || !isOfPending) return',
    replace: 'if (!pending) return',
    tests: referSenderTests,
    name: 'of another subscription',
  },
  {
    removes: 'ZR130: a transfer waits for its result after the call has ended',
    file: referSender,
    find: "    this.#pending?.settle({ result: 'not-reported', reason })\n",
    replace: '',
    tests: referSenderTests,
    name: 'a BYE of the peer',
  },
  {
    removes: 'ZR131: the header fields of a Refer-To reach the application',
    file: receiveRefer,
    find: 'parameters, headers: [] })',
    replace: 'parameters })',
    tests: receiveReferTests,
    name: 'only Replaces',
  },
  {
    removes: 'ZR131: a Refer-To has any length',
    file: receiveRefer,
    find: 'text.length > maxReferToLength',
    replace: 'false',
    tests: receiveReferTests,
    name: 'a thousand characters',
  },
  {
    removes: 'ZR131: a Refer-To names a request that is no INVITE',
    file: receiveRefer,
    find: "if (method != null && method !== 'INVITE') return { status: 603 }",
    replace: '',
    tests: receiveReferTests,
    name: 'another method',
  },
  {
    removes: 'ZR132: an answered call is replaced by an INVITE for one that rings',
    file: findReplacedDialog,
    find: 'earlyOnly ? { status: 486 } : replaceable\n',
    replace: 'replaceable\n',
    tests: replacesTests,
    name: 'that is not answered',
  },
  {
    removes: 'ZR132: the call that was replaced continues',
    file: 'packages/sip/src/call/uas-call.ts',
    find: '    void this.#replaced?.hangUp()\n',
    replace: '',
    tests: replacesTests,
    name: 'ends with BYE',
  },
  {
    removes: 'ZR133: the trunk of another owner replaces a call whose tags it knows',
    file: findReplacedDialog,
    find: 'return owner === sender || core.haveSameOwner(owner, sender) ? handler.replaceable : null',
    replace: 'return handler.replaceable',
    tests: replacesTests,
    name: 'ZR133',
  },
  {
    removes: 'ZR135: REFER is sent to a trunk that does not allow it',
    file: legTransfers,
    find: "    if (!this.#trunk.allowsRefer) return { result: 'not-supported' }\n",
    replace: '',
    tests: legTransferTests,
    name: 'no REFER is sent',
  },
  {
    removes: 'ZR135: a trunk without permission has its transfers dialled',
    file: legTransfers,
    find: 'if (this.#trunk.allowsRefer) this.#accept(refer, null)',
    replace: 'if (refer) this.#accept(refer, null)',
    tests: legTransferTests,
    name: 'without permission',
  },
  {
    removes: 'ZR135: a transfer names a user that is no number',
    file: `${phone}/dial-target.ts`,
    find: '(?:[@;]|$)/i',
    replace: '/i',
    tests: legTransferTests,
    name: 'evil',
  },
  {
    removes: 'ZR136: a trunk replaces the call of another trunk',
    file: `${phone}/phone-leg.ts`,
    find: ' && this.#options.isFromTrunk(call.source)',
    replace: '',
    tests: legTransferTests,
    name: 'ZR136',
  },
  {
    removes: 'ZR291: a REFER names a call that is not answered',
    file: findReplacedDialog,
    find: "    case 'early-outgoing':\n      return { status: 481 }\n    case 'over':",
    replace: "    case 'early-outgoing':\n      return replaceable.call\n    case 'over':",
    tests: receiveReferTests,
    name: 'ZR291',
  },
  {
    removes: 'ZR291: a REFER to an unknown call at our Contact has a number dialled',
    file: receiveRefer,
    find: 'if (parsed && !replacedCall && isOwnContact(session, uri))',
    replace: 'if (parsed && !replacedCall && !isOwnContact(session, uri))',
    tests: receiveReferTests,
    name: 'an unknown call at our Contact',
  },
  {
    removes: 'ZR292: a REFER names a call of another owner',
    file: findReplacedDialog,
    find: 'return owner === sender || core.haveSameOwner(owner, sender) ? handler.replaceable : null',
    replace: 'return handler.replaceable',
    tests: receiveReferTests,
    name: 'ZR292',
  },
  {
    removes: 'ZR294: a REFER that names one of our calls has a number dialled',
    file: legTransfers,
    find: 'if (refer.replacedCall) {',
    replace: 'if (refer.replacedCall && !this.#trunk.allowsRefer) {',
    tests: connectCallsTests,
    name: 'ZR294',
  },
  {
    removes: 'ZR295: a trunk that may not transfer has two calls connected',
    file: legTransfers,
    find: 'this.#wasRequested || !this.#trunk.allowsRefer || otherLegId === this.#legId',
    replace: 'this.#wasRequested || otherLegId === this.#legId',
    tests: connectCallsTests,
    name: 'may not transfer',
  },
  {
    removes: 'ZR295: two calls of one user are connected',
    file: connectCalls,
    find: 'if (haveCommonUser || isAlone',
    replace: 'if (isAlone',
    tests: connectCallsTests,
    name: 'two calls of one user',
  },
  {
    removes: 'ZR529: a telephone ends the hold of a user',
    file: connectCalls,
    find: ' || isOnHold)',
    replace: ')',
    tests: connectCallsTests,
    name: 'ZR529',
  },
  {
    removes: 'ZR530: a telephone connects two calls without a user',
    file: connectCalls,
    find: ' || isWithoutUser ||',
    replace: ' ||',
    tests: connectCallsTests,
    name: 'ZR530',
  },
  {
    removes: 'ZR296: a trunk has a call of another trunk connected',
    file: `${phone}/leg-calls.ts`,
    find: 'leg?.trunkId === trunkId ? leg.legId : null',
    replace: 'leg?.legId ?? null',
    tests: legTransferTests,
    name: 'ZR296',
  },
  {
    removes: 'ZR297: a telephone that hangs up during the connection keeps its call slot',
    file: connectCalls,
    find: '        await releaseLeg(into, id)\n',
    replace: '',
    tests: connectCallsTests,
    survives:
      'The slot is released again when the call ends, which it does when one telephone is left in it.',
  },
  {
    removes: 'ZR137: a trunk has a number dialled that the rules of the workspace forbid',
    file: `apps/phone-service/src/call-sessions/transfers/record-redirection.ts`,
    find: "limits, 'trunk')",
    replace: "limits, 'simulated')",
    tests: [`apps/phone-service/src/call-sessions/transfers/requested-transfer.test.ts`],
    name: 'COUNTRY_NOT_ALLOWED',
  },
  {
    removes: 'ZR134: replaces is supported without an application that replaces calls',
    file: 'packages/sip/src/user-agent/user-agent.ts',
    find: "...(options.acceptsReplaces ? ['replaces'] : [])",
    replace: "'replaces'",
    tests: replacesTests,
    name: 'exactly when',
  },
  {
    removes: 'ZR228: A transfer that the trunk rejects is lost.',
    file: referCall,
    find: "if (outcome.result !== 'transferred') await",
    replace: "if (outcome.result === 'not-supported') await",
    tests: referCallTests,
    name: 'the trunk refuses it',
  },
  {
    removes: 'ZR229: A transfer waits for a NOTIFY without end.',
    file: referCall,
    find: 'createReferTimer(deps.settings.ringTimeoutMs)',
    replace: 'createReferTimer(deps.settings.ringTimeoutMs * 100)',
    tests: referCallTests,
    name: 'without a NOTIFY',
  },
  {
    removes: 'ZR231: A recorded call leaves Parley, and is recorded no further.',
    file: referCall,
    find: 'dial.postDialDigits !== null || isRecordingActive(record.state)',
    replace: 'dial.postDialDigits !== null',
    tests: referCallTests,
    name: 'that is recorded',
  },
  {
    removes: 'ZR230: A transfer by REFER has no caps.',
    file: 'apps/phone-service/src/call-sessions/transfers/start-transfer.ts',
    find: '      await reserveParticipant(parts, user, dial, charged)\n',
    replace: '',
    tests: referCallTests,
    name: 'ZR230',
  },
]
