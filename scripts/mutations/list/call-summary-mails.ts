import type { Mutation } from '../mutation.ts'

const module = 'apps/phone-service/src/call-summary-mails'
const tests = [`${module}/call-summary-mails.test.ts`] as const
const composing = 'apps/account-service/src/email/delivery/call-summaries/compose-call-summary-email.ts'
const composingTests = [
  'apps/account-service/src/email/delivery/call-summaries/call-summary-emails.test.ts',
] as const
const retention = 'apps/phone-service/src/retention'
const retentionTests = [`${retention}/retention.test.ts`] as const

export const callSummaryMailMutations: readonly Mutation[] = [
  {
    removes: 'ZR850: Summaries are sent to members who may not see the call.',
    file: `${module}/select-readers.ts`,
    find: 'return isReadableCall(call, reader) && isAudibleCall(call, reader)',
    replace: 'return isReadableCall(call, reader) || isAudibleCall(call, reader)',
    tests,
    name: 'ZR850',
  },
  {
    removes: 'ZR850: A recipient who may not get the summary is ignored.',
    file: `${module}/send-summary-mails.ts`,
    find: "  if (chosen.length < new Set(body.userIds).size) throw new PhoneError('SUMMARY_RECIPIENT_NOT_ALLOWED')\n",
    replace: '',
    tests,
    name: 'ZR850',
  },
  {
    removes: 'ZR851: An analysis is sent to a member again.',
    file: `${module}/send-summary.ts`,
    find: "      return 'sent-before'\n",
    replace: '      deps.now()\n',
    tests,
    name: 'ZR851: a summary is sent once',
  },
  {
    removes: 'ZR851: A user sends summaries without limit.',
    file: `${module}/send-summary-mails.ts`,
    find: '  await limitRecipients(services, user.userId, unsent.length)\n',
    replace: '',
    tests,
    name: 'ZR851: a user sends',
  },
  {
    removes: 'ZR852: Waiting summaries outlive the recording of the call.',
    file: 'apps/phone-service/src/call-log/delete-recordings.ts',
    find: '  await deleteSummariesOfCalls(transaction, [callId])\n',
    replace: '',
    tests,
    name: 'ZR852',
  },
  {
    removes: 'ZR853: A former member remains among the chosen members.',
    file: 'apps/phone-service/src/account-events/delete-data.ts',
    find: '  await removeSummaryMember(database, { workspaceId, userId })\n',
    replace: '',
    tests,
    name: 'ZR853: a former member',
  },
  {
    removes: 'ZR853: Analyses from before the choice of the administrator are sent.',
    file: `${module}/send-automatic.ts`,
    find: 'const since = summariesSince > earliest ? summariesSince : earliest',
    replace: 'const since = summariesSince > earliest ? earliest : summariesSince',
    tests,
    name: 'ZR853: the rules',
  },
  {
    removes: 'ZR854: The choice of the workspace replaces that of a user.',
    file: 'apps/phone-service/src/user-settings/records/user-settings.ts',
    find: '  for (const row of chosen) settings.set(row.user_id, row.missed_call_mails)\n',
    replace: '  if (chosen.length < 0) settings.clear()\n',
    tests,
    name: 'ZR854',
  },
  {
    removes: 'ZR855: A text of a caller becomes a link.',
    file: 'apps/account-service/src/email/templates/plain-name.ts',
    find: "    .replaceAll(hostDot, '[.]')\n",
    replace: '',
    tests: composingTests,
    name: 'ZR855',
  },
  {
    removes: 'ZR855: A text of a caller becomes markup.',
    file: 'apps/account-service/src/email/templates/render-fragment.ts',
    find: '${escapeHtml(row)}</li>',
    replace: '${row}</li>',
    tests: composingTests,
    name: 'ZR855',
  },
  {
    removes: 'ZR856: The keys of any project compose summaries.',
    file: composing,
    find: '  if (!isBuiltInProject(project))',
    replace: '  if (!project)',
    tests: composingTests,
    name: 'ZR856',
  },
  {
    removes: 'ZR856: Summaries are composed without limit.',
    file: composing,
    find: '    await limitCallSummaries(services, project, to)\n',
    replace: '    void limitCallSummaries\n',
    tests: composingTests,
    name: 'ZR856',
  },
  {
    removes: 'ZR857: Data is deleted as soon as an administrator has saved its days.',
    file: `${retention}/change-retention.ts`,
    find: 'services.now().getTime() + firstDelayMs',
    replace: 'services.now().getTime()',
    tests: retentionTests,
    name: 'ZR857',
  },
  {
    removes: 'ZR859: A field of an export is a formula.',
    file: 'apps/phone-service/src/csv/serialize-csv.ts',
    find: 'yield stringify(batch.map((row) => row.map(escapeFormulas)))',
    replace: 'yield stringify(batch.map((row) => [...row]))',
    tests: ['apps/phone-service/src/call-exports/call-exports.test.ts'],
    name: 'ZR859',
  },
  {
    removes: 'ZR858: The retention of a workspace concerns others.',
    file: 'apps/phone-service/src/call-log/expired-calls.ts',
    find: "    .where('workspace_id', '=', workspaceId)\n",
    replace: '    .where((is) => is.val(workspaceId !== null))\n',
    tests: retentionTests,
    name: 'ZR858',
  },
  {
    removes: 'ZR851: A summary that was not accepted is stored as sent.',
    file: 'apps/phone-service/src/call-summary-mails/send-summary.ts',
    find: '      await deleteSentSummary(transaction, { analysisId, userId })\n',
    replace: '',
    tests: ['apps/phone-service/src/call-summary-mails/call-summary-mails.test.ts'],
    name: 'ZR851',
  },
  {
    removes: 'ZR852: A waiting summary is sent after its analysis was deleted.',
    file: 'apps/phone-service/src/call-analysis/delete-analysis.ts',
    find: '    await deleteSummariesOfCalls(changes, [call.id])\n',
    replace: '',
    tests: ['apps/phone-service/src/call-summary-mails/call-summary-mails.test.ts'],
    name: 'ZR852',
  },
]
