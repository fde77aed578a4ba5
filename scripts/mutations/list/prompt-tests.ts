import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const folder = `${phone}/prompt-tests`
const runTests = [`${folder}/prompt-tests.test.ts`] as const
const referenceTests = [`${folder}/reference-calls.test.ts`] as const
const itemTests = [`${phone}/call-analysis/open-items.test.ts`] as const
const page = 'apps/phone/src/app-config/analysis'

export const promptTestMutations: readonly Mutation[] = [
  {
    removes: 'ZR840: A test run of a draft uses the published version for both results.',
    file: `${folder}/worker/run-test.ts`,
    find: "  if (prompt === 'draft' || !run) return run\n",
    replace: '  if (!run) return run\n',
    tests: runTests,
    name: 'ZR840',
  },
  {
    removes: 'ZR841: An administrator tests a prompt on a message to another member.',
    file: `${folder}/request-test.ts`,
    find: "    if (!call) throw new PhoneError('RECORDING_NOT_FOUND')\n    await requireTranscript(database, call)\n",
    replace: '    if (call) await requireTranscript(database, call)\n',
    tests: runTests,
    name: 'ZR841',
  },
  {
    removes: 'ZR841: An administrator reads the result of a message to another member.',
    file: `${folder}/serialize-run.ts`,
    find: '    const audioStart = call && (await findAudioStart(database, callId))\n',
    replace: '    const audioStart = await findAudioStart(database, callId)\n',
    tests: runTests,
    name: 'ZR841',
  },
  {
    removes: 'ZR842: A workspace has several test runs at the same time.',
    file: `${folder}/start-test-run.ts`,
    find: "  if (await hasUnfinishedResults(transaction, workspaceId)) throw new PhoneError('TEST_RUN_RUNNING')\n",
    replace: '  await hasUnfinishedResults(transaction, workspaceId)\n',
    tests: runTests,
    name: 'ZR842',
  },
  {
    removes: 'ZR842: The requests of a cancelled run continue.',
    file: `${folder}/worker/watch-result.ts`,
    find: '    if (!(await isWanted(database, id))) unwanted.abort()\n',
    replace: '    await isWanted(database, id)\n',
    tests: runTests,
    name: 'ZR842',
  },
  {
    removes: 'ZR843: A test that a stopped process had taken does not wait for the next one.',
    file: `${folder}/worker/run-test.ts`,
    find: '    if (stopped.aborted) return await returnWork(database, row)\n',
    replace:
      "    if (stopped.aborted) return await endAttempt(database, row, { state: 'done' }).then(() => {})\n",
    tests: runTests,
    name: 'ZR843',
  },
  {
    removes: 'ZR844: Test runs are stored without a limit of their number.',
    file: `${folder}/start-test-run.ts`,
    find: '  await deleteOldRuns(transaction, workspaceId, testRuns.maxTestRuns - 1)\n',
    replace: '  await deleteOldRuns(transaction, workspaceId, 1_000)\n',
    tests: runTests,
    name: 'ZR844',
  },
  {
    removes: 'ZR844: Old test runs stay.',
    file: `${folder}/worker/start-testing.ts`,
    find: 'deleteRunsBefore(database, toOldestRun(now()), maxDeletedRuns)',
    replace:
      'deleteRunsBefore(database, new Date(toOldestRun(now()).getTime() - 86_400_000), maxDeletedRuns)',
    tests: runTests,
    name: 'ZR844',
  },
  {
    removes: 'ZR845: Test runs are started without a limit.',
    file: `${folder}/request-test.ts`,
    find: '  if (!verdict.isAllowed)\n',
    replace: "  if (!verdict.isAllowed && workspaceId === '')\n",
    tests: runTests,
    name: 'ZR845',
  },
  {
    removes: 'ZR846: The results of another prompt count.',
    file: `${folder}/records/have-references-passed.ts`,
    find: '      text === prompt.text &&\n      isDeepStrictEqual(outputFields, [...prompt.outputFields]),\n',
    replace: "      text !== '' && isDeepStrictEqual(outputFields.length, prompt.outputFields.length),\n",
    tests: referenceTests,
    name: 'ZR846',
  },
  {
    removes: 'ZR846: A version is published although a reference call has not passed.',
    file: `${phone}/analysis-prompts/publish-prompt.ts`,
    find: '    if (!(await haveReferencesPassed(changes, workspaceId, { text, outputFields })))\n',
    replace:
      '    if (!(await haveReferencesPassed(changes, workspaceId, { text, outputFields })) && number < 1)\n',
    tests: referenceTests,
    name: 'ZR846',
  },
  {
    removes: 'ZR846: The page publishes before the reference calls have run.',
    file: `${page}/prompt/publish-dialog.tsx`,
    find: "check.state === 'none' || check.state === 'passed'",
    replace: "check.state !== 'failed'",
    tests: [`${page}/prompt-tests/prompt-tests.test.tsx`],
    name: 'ZR846',
  },
  {
    removes: 'ZR847: An administrator reads the expected values of a message to another member.',
    file: `${folder}/reference-calls.ts`,
    find: '    expected: isAudible ? [...expected] : [],\n',
    replace: '    expected: [...expected],\n',
    tests: referenceTests,
    name: 'ZR847',
  },
  {
    removes: 'ZR848: A call whose analysis was deleted is analysed again by itself.',
    file: `${phone}/call-analysis/records/work.ts`,
    find: "    .where('transcriptions.analysis_deleted_at', 'is', null)\n",
    replace: '',
    tests: itemTests,
    name: 'ZR848',
  },
  {
    removes: 'ZR848: A member deletes the analysis of a call that they may not play.',
    file: `${phone}/call-analysis/delete-analysis.ts`,
    find: '  const call = await findAudibleCall(database, user, params.call)\n',
    replace: '  const call = await findAudibleCall(database, { ...user, isPhoneAdmin: true }, params.call)\n',
    tests: itemTests,
    name: 'ZR848',
  },
  {
    removes:
      'ZR849: The list of calls shows an administrator that a message to another member has open action items.',
    file: `${phone}/call-log/records/call-pages.ts`,
    find: 'query.where(hasOpenItems).where(isAudibleTo(userId))',
    replace: 'query.where(hasOpenItems)',
    tests: itemTests,
    name: 'ZR849',
  },
  {
    removes: 'ZR849: The timeline shows an administrator the action items of a message to another member.',
    file: `${phone}/contact-timeline/timeline-page.ts`,
    find: '      where: sql`is_audible`,\n',
    replace: '      where: sql`true`,\n',
    tests: itemTests,
    name: 'ZR849',
  },
]
