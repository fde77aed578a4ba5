import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const providers = `${phone}/model-providers`
const transcription = `${phone}/transcription`
const providerTest = `${providers}/model-providers.test.ts`
const analysisProviderTest = `${providers}/analysis-provider.test.ts`
const parserTest = `${providers}/protocol/parse-transcription.test.ts`
const transcriptionTest = `${transcription}/transcription.test.ts`
const accessTest = `${transcription}/transcript-access.test.ts`
const chunkTest = `${transcription}/worker/plan-chunks.test.ts`

export const transcriptionMutations: readonly Mutation[] = [
  {
    removes: 'ZR753: The key of a provider is stored as it is.',
    file: `${providers}/provider-key.ts`,
    find: '    encrypted: secrets.seal(key, toSealPurpose(owner)),\n',
    replace: '    encrypted: [secrets.seal(key, toSealPurpose(owner)), key].join(),\n',
    tests: [providerTest],
    name: 'ZR753',
  },
  {
    removes: 'ZR754: The stored key of a provider is sent to another base URL.',
    file: `${providers}/provider-key.ts`,
    find: "  if (stored.baseUrl !== baseUrl) throw new PhoneError('PROVIDER_KEY_REQUIRED')\n",
    replace: '',
    tests: [providerTest],
    name: 'ZR754',
  },
  {
    removes: 'ZR788: The key of one purpose is used for the other one.',
    file: `${providers}/provider-key.ts`,
    find: '  return `model_providers.api_key ${workspaceId} ${purpose} ${baseUrl}`\n',
    replace: '  return `model_providers.api_key ${workspaceId} ${purpose.length > 0} ${baseUrl}`\n',
    tests: [analysisProviderTest],
    name: 'ZR788',
  },
  {
    removes: 'ZR755: Requests to providers reach private networks.',
    file: `${providers}/protocol/send-to-provider.ts`,
    find: 'allowedNetworks: settings.outboundNetworks }',
    replace: "allowedNetworks: [...settings.outboundNetworks, '0.0.0.0/0'] }",
    tests: [providerTest],
    name: 'ZR755',
  },
  {
    removes: 'ZR756: Chunks are larger than providers accept.',
    file: `${transcription}/worker/plan-chunks.ts`,
    find: '    if (last && sentMs + joinMs + lengthMs <= maxMs) {\n',
    replace: '    if (last) {\n',
    tests: [chunkTest],
    name: 'ZR756',
  },
  {
    removes: 'ZR757: A provider fills the database with text.',
    file: `${providers}/protocol/parse-transcription.ts`,
    find: '  if (isImplausible || (segments.length === 0 && all.length > 0))\n',
    replace: '  if ((isImplausible && false) || (segments.length === 0 && all.length > 0))\n',
    tests: [parserTest],
    name: 'ZR757',
  },
  {
    removes: 'ZR758: Silence is sent with the speech.',
    file: `${transcription}/worker/plan-track.ts`,
    find: '  const speech = await findSpeech(audio, { signal })\n',
    replace:
      '  const speech = (await findSpeech(audio, { signal })).slice(0, 1).map(() => ({ startMs: 0, endMs: durationMs }))\n',
    tests: [transcriptionTest],
    name: 'ZR758',
  },
  {
    removes: 'ZR759: Emergency calls are sent to the provider.',
    file: `${transcription}/request-transcription.ts`,
    find: '  return legs.some(isEmergencyService)\n',
    replace: '  return legs.length === 0 && legs.some(isEmergencyService)\n',
    tests: [transcriptionTest],
    name: 'ZR759',
  },
  {
    removes: 'ZR760: A provider that limits its users is asked again before its time.',
    file: `${transcription}/worker/attempt-end.ts`,
    find: 'Math.max(delayMs, retryAfterMs ?? 0)',
    replace: 'Math.max(delayMs, retryAfterMs && 0)',
    tests: [transcriptionTest],
    name: 'ZR760',
  },
  {
    removes: 'ZR761: A complete part is sent again with the failed ones.',
    file: `${transcription}/records/work.ts`,
    find: "      .where('call_id', '=', callId)\n      .where('state', '=', 'failed')\n",
    replace: "      .where('call_id', '=', callId)\n",
    tests: [transcriptionTest],
    name: 'ZR761',
  },
  {
    removes: 'ZR762: Work that a stopped process had taken waits until its time is over.',
    file: `${transcription}/worker/transcribe-chunk.ts`,
    find: '    if (signal.aborted) return await returnChunk(database, chunk.id)\n',
    replace:
      "    if (signal.aborted) return await endChunkAttempt(database, chunk.id, { state: 'done' }).then(() => {})\n",
    tests: [transcriptionTest],
    name: 'ZR762',
  },
  {
    removes: 'ZR763: The transcript remains when the recordings of its call are deleted.',
    file: `${phone}/call-log/delete-recordings.ts`,
    find: '  await deleteTranscription(transaction, callId)\n',
    replace: '',
    tests: [transcriptionTest],
    name: 'ZR763',
  },
  {
    removes: 'ZR764: A search finds words of messages that the user may not hear.',
    file: `${phone}/call-log/list-calls.ts`,
    find: '        isAudible: isAudibleTo(user.userId),\n',
    replace: '        isAudible: isReadableBy(user),\n',
    tests: [accessTest],
    name: 'ZR764',
  },
  {
    removes: 'ZR764: A line is edited as one of another call.',
    file: `${transcription}/records/lines.ts`,
    find: "    .where('id', '=', id)\n    .where('call_id', '=', callId)\n    .forUpdate()\n",
    replace: "    .where('id', '=', id)\n    .where('call_id', 'is not', callId && null)\n    .forUpdate()\n",
    tests: [accessTest],
    name: 'ZR764',
  },
  {
    removes: 'ZR765: An edit overwrites that of another user.',
    file: `${transcription}/edit-line.ts`,
    find: "    if (stored.text !== body.previousText) throw new PhoneError('TRANSCRIPT_LINE_CHANGED')\n",
    replace: '',
    tests: [accessTest],
    name: 'ZR765',
  },
  {
    removes: 'ZR766: The edits of a line have no limit.',
    file: `${transcription}/records/edits.ts`,
    find: '  if (Number(count) >= max) return false\n',
    replace: '  if (Number(count) > 100 * max) return false\n',
    tests: [accessTest],
    name: 'ZR766',
  },
  {
    removes: 'ZR767: A text becomes a tag in WebVTT.',
    file: `${transcription}/export-formats.ts`,
    find: "  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')\n",
    replace: '  return text\n',
    tests: [accessTest],
    name: 'ZR767',
  },
]
