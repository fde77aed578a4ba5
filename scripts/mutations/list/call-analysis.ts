import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const analysis = `${phone}/call-analysis`
const analysisTest = `${analysis}/call-analysis.test.ts`
const cardTest = 'apps/phone/src/calls/analysis/analysis-card.test.tsx'
const accessTest = `${analysis}/analysis-access.test.ts`
const injectionTest = `${analysis}/prompt-injection.test.ts`

export const callAnalysisMutations: readonly Mutation[] = [
  {
    removes: 'ZR789: A statement links to another line than the model has named.',
    file: `${analysis}/prompt/parse-answer.ts`,
    find: '      .flatMap((number) => byNumber.get(number) ?? [])\n',
    replace: '      .flatMap(() => all.slice(0, 1))\n',
    tests: [analysisTest],
    name: 'ZR789',
  },
  {
    removes: 'ZR789: A wrong value of a field is not marked.',
    file: `${analysis}/prompt/parse-answer.ts`,
    find: 'value: success ? data : null, isInvalid: !success }',
    replace: 'value: success ? data : null, isInvalid: false }',
    tests: [analysisTest],
    name: 'ZR789',
  },
  {
    removes: 'ZR790: A part of a transcript that is too long is sent.',
    file: `${analysis}/prompt/numbered-lines.ts`,
    find: "    if (length > analyses.maxTranscriptLength) throw new ProviderError('text-too-long')\n",
    replace: '    if (length > analyses.maxTranscriptLength) break\n',
    tests: [analysisTest],
    name: 'ZR790',
  },
  {
    removes: 'ZR791: Calls are analysed that ended before the workspace wanted it.',
    file: `${analysis}/records/work.ts`,
    find: "    .where('calls.ended_at', '>=', since)\n",
    replace: "    .where('calls.ended_at', '>=', new Date(since.getTime() - 3_600_000))\n",
    tests: [analysisTest],
    name: 'ZR791',
  },
  {
    removes: 'ZR792: The other analyses of a workspace do not wait for the time for which its provider asks.',
    file: `${phone}/model-providers/end-failed-attempt.ts`,
    find: 'Math.max(delayMs, retryAfterMs ?? 0)',
    replace: 'Math.max(delayMs, retryAfterMs && 0)',
    tests: [analysisTest],
    name: 'ZR792',
  },
  {
    removes: 'ZR793: An answer in another form is not sent back.',
    file: `${analysis}/worker/ask-model.ts`,
    find: '  const second = await send([question, ...createCorrection(first, parsed.problems)])\n',
    replace:
      '  const second = createCorrection(first, parsed.problems).length > 0 ? first : await send([])\n',
    tests: [analysisTest],
    name: 'ZR793',
  },
  {
    removes: 'ZR794: An analysis that a stopped process had taken does not wait for the next one.',
    file: `${analysis}/worker/analyse-call.ts`,
    find: '    if (signal.aborted) return await returnWork(database, row)\n',
    replace:
      "    if (signal.aborted) return await endAttempt(database, row, { state: 'done' }).then(() => {})\n",
    tests: [analysisTest],
    name: 'ZR794',
  },
  {
    removes: 'ZR795: Analyses remain when the recordings of their call are deleted.',
    file: `${phone}/call-log/delete-recordings.ts`,
    find: '  await deleteTranscription(transaction, callId)\n',
    replace: '',
    tests: [analysisTest],
    name: 'ZR795',
  },
  {
    removes: 'ZR796: An administrator reads the analysis of a message to another member.',
    file: `${analysis}/list-analyses.ts`,
    find: "import { findAudibleCall } from '../call-log/index.ts'\n",
    replace: "import { findReadableCall as findAudibleCall } from '../call-log/index.ts'\n",
    tests: [accessTest],
    name: 'ZR796',
  },
  {
    removes: 'ZR796: An action item is changed as one of another call.',
    file: `${analysis}/records/action-items.ts`,
    find: "    .where('id', '=', id)\n    .where('call_id', '=', callId)\n    .forUpdate()\n",
    replace: "    .where('id', '=', id)\n    .where('call_id', 'is not', callId && null)\n    .forUpdate()\n",
    tests: [accessTest],
    name: 'ZR796',
  },
  {
    removes: 'ZR797: A caller who knows the mark of the data ends it.',
    file: `${analysis}/worker/ask-model.ts`,
    find: "randomBytes(9).toString('hex')",
    replace: "randomBytes(9).fill(1).toString('hex')",
    tests: [injectionTest],
    name: 'ZR797',
  },
  {
    removes: 'ZR797: The text of a line looks like another line.',
    file: `${analysis}/prompt/render-prompt.ts`,
    find: '${toOneLine(speaker)}: ${toOneLine(text)}`',
    replace: '${toOneLine(speaker)}: ${text}`',
    tests: [injectionTest],
    name: 'ZR797',
  },
  {
    removes: 'ZR798: A former member owns action items.',
    file: `${phone}/account-events/delete-data.ts`,
    find: '  await clearOwners(database, { workspaceId, userId })\n',
    replace: '',
    tests: [accessTest],
    name: 'ZR798',
  },
  {
    removes: 'ZR799: The model chooses any owner of an action item.',
    file: `${analysis}/prompt/parse-answer.ts`,
    find: '  if (!first || others.some(({ userId }) => userId !== first.userId)) return null\n',
    replace:
      '  if (!first || others.some(({ userId }) => userId !== first.userId)) return { userId: null, name }\n',
    tests: [injectionTest],
    name: 'ZR799',
  },
  {
    removes: 'ZR749: A private contact is sent to the provider.',
    file: `${analysis}/prompt/call-context.ts`,
    find: 'const viewer = toAnyMember(call.workspaceId)',
    replace:
      'const any = toAnyMember(call.workspaceId)\n  const viewer = { ...any, userId: call.userId ?? any.userId }',
    tests: [injectionTest],
    name: 'ZR749',
  },
  {
    removes: 'ZR750: The text of a model becomes a part of the page.',
    file: 'apps/phone/src/calls/analysis/analysis-result.tsx',
    find: "  if (typeof value === 'string') return value\n",
    replace: "  if (typeof value === 'string') return <span dangerouslySetInnerHTML={{ __html: value }} />\n",
    tests: [cardTest],
    name: 'ZR750',
  },
  {
    removes: 'ZR813: Each element of any number is examined.',
    file: 'apps/phone-service/src/call-analysis/prompt/parse-answer.ts',
    find: '    .max(analyses.maxStatements),\n',
    replace: '    .max(analyses.maxStatements * 1_000_000),\n',
    tests: ['apps/phone-service/src/call-analysis/prompt/parse-answer.test.ts'],
    name: 'ZR813',
  },
  {
    removes: 'ZR814: A prompt contains the transcript as often as it names it.',
    file: 'apps/phone-service/src/analysis-prompts/prompt-variables.ts',
    find: 'value !== undefined && value.length > maxRepeatedLength',
    replace: 'value === null',
    tests: ['apps/phone-service/src/call-analysis/prompt/render-prompt.test.ts'],
    name: 'ZR814',
  },
  {
    removes: 'ZR814: Names of speakers make a request of any length.',
    file: 'apps/phone-service/src/call-analysis/prompt/render-prompt.ts',
    find: "    if (length > maxLinesLength) throw new ProviderError('text-too-long')\n",
    replace: '',
    tests: ['apps/phone-service/src/call-analysis/prompt/render-prompt.test.ts'],
    name: 'ZR814',
  },
]
