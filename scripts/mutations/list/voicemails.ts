import type { Mutation } from '../mutation.ts'

const test = 'apps/phone-service/src/voicemails/voicemails.test.ts'
const quotaTest = 'apps/phone-service/src/call-sessions/voicemail/full-quota.test.ts'
const colleagueTests = ['apps/phone-service/src/calls/colleagues-without-answer.test.ts'] as const
const recordMessage = 'apps/phone-service/src/call-sessions/voicemail/record-message.ts'

/** The messages of callers. */
export const voicemailMutations: readonly Mutation[] = [
  {
    removes: 'ZR210: The greeting is recorded.',
    file: recordMessage,
    find: "  if (voicemail.stage === 'greeting') return await playTone(parts)",
    replace: "  if (voicemail.stage === 'greeting') return await recordMessage(parts)",
    tests: [test],
    name: 'ZR210',
  },
  {
    removes: 'ZR211: An administrator hears the messages for a member.',
    file: 'apps/phone-service/src/call-log/records/stored-call.ts',
    find: 'return (state.voicemail?.userId ?? userId) === userId',
    replace: 'return state.voicemail?.userId !== userId || true',
    tests: [test],
    name: 'ZR211',
  },
  {
    removes: 'ZR211: A member lists the messages for another one.',
    file: 'apps/phone-service/src/voicemails/records/voicemails.ts',
    find: "    .where((is) => is.or([is('voicemails.user_id', '=', userId), is('voicemails.user_id', 'is', null)]))\n",
    replace:
      "    .where((is) => is.or([is('voicemails.user_id', '!=', userId), is('voicemails.workspace_id', '=', workspaceId)]))\n",
    tests: [test],
    name: 'ZR211',
  },
  {
    removes: 'ZR212: Only messages whose recording the caller has completed are listed.',
    file: 'apps/phone-service/src/voicemails/records/voicemails.ts',
    find: "    .where('calls.ended_at', 'is not', null)\n",
    replace: "    .where('calls.end_reason', '=', 'voicemail')\n",
    tests: [test],
    name: 'ZR212',
  },
  {
    removes: 'ZR213: The last user who marks a message is named.',
    file: 'apps/phone-service/src/voicemails/change-voicemail.ts',
    find: '    if ((message.dealtWithAt !== null) === body.isDealtWith) return null\n',
    replace: '',
    tests: [test],
    name: 'ZR213',
  },
  {
    removes: 'ZR214: Any number of callers leave a message.',
    file: 'apps/phone-service/src/call-sessions/voicemail/start-voicemail.ts',
    find: 'others.length >= maxVoicemails',
    replace: 'others.length < 0',
    tests: [test],
    name: 'ZR214',
  },
  {
    removes: 'ZR597: The call of a caller for whose message there is no space ends without a word.',
    file: 'apps/phone-service/src/call-sessions/voicemail/start-voicemail.ts',
    find: "if (problem === 'too-many') await",
    replace: 'if (problem) await',
    tests: [quotaTest],
    name: 'ZR597',
  },
  {
    removes: 'ZR597: A caller who hears that a message has exceeded the quota has left none.',
    file: 'apps/phone-service/src/call-state/reason-to-end.ts',
    find: "  if (voicemail?.hasMessage) return 'voicemail'\n",
    replace: '',
    tests: [quotaTest],
    name: 'ZR597',
  },
  {
    removes: 'ZR545: A message that begins while the database is down is lost.',
    file: recordMessage,
    find: "    .catch((error) => deps.log.error('voicemail.save_failed', { callId: record.id, error }))\n",
    replace: '',
    tests: ['apps/phone-service/src/call-sessions/stopped-database.test.ts'],
    name: 'ZR545',
  },
  {
    removes:
      'ZR546: A caller of whose message nothing was recorded has left a message, which no list contains.',
    file: recordMessage,
    find: 'durationMs >= minMessageMs',
    replace: 'durationMs >= 0 && minMessageMs',
    tests: ['apps/phone-service/src/call-sessions/voicemail/full-disk.test.ts'],
    name: 'ZR546',
  },
  {
    removes: 'ZR690: The voicemail of a user who declines to join a call is the next step.',
    file: 'apps/phone-service/src/call-sessions/routing-steps/run-steps.ts',
    find: 'return next && isUnwanted(parts, steps[next.step]) ? null : next',
    replace: 'return next',
    tests: colleagueTests,
    name: 'ZR690: a colleague who declines',
  },
  {
    removes: 'ZR691: The voicemail of a user completes a blind transfer.',
    file: 'apps/phone-service/src/call-sessions/voicemail/joins-conversation.ts',
    find: 'state.answeredAt !== null && ',
    replace: 'state.answeredAt === null && ',
    tests: colleagueTests,
    name: 'ZR691',
  },
  {
    removes: 'ZR692: A message whose caller has lost the connection is not listed as one.',
    file: 'apps/phone-service/src/call-state/reason-to-end.ts',
    find: "missedReason === 'voicemail' || ",
    replace: '',
    tests: ['apps/phone-service/src/call-state/call-state.test.ts'],
    name: 'ZR692',
  },
  {
    removes: 'ZR695: The voicemail of a member is shown as the member.',
    file: 'apps/phone-service/src/call-log/linked-calls.ts',
    find: 'isVoicemail: isInVoicemail(state)',
    replace: 'isVoicemail: isInVoicemail(state) && state.answeredAt !== null',
    tests: colleagueTests,
    name: 'ZR695',
  },
  {
    removes: 'ZR695: The lists of members show a call in voicemail as ringing.',
    file: 'apps/phone-service/src/call-sessions/voicemail/start-voicemail.ts',
    find: "  await sendCall(deps, record.stored, listOnlineReaders(deps.live, record.stored), 'call.updated')\n",
    replace: '  void [listOnlineReaders, sendCall]\n',
    tests: colleagueTests,
    name: 'ZR695',
  },
]
