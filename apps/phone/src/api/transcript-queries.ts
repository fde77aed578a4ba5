import { unwrap } from '@parley/client'
import type { transcripts } from '@parley/contract/phone'
import { queryOptions } from '@tanstack/react-query'
import { analysisPromptQueries } from './analysis/analysis-prompt-queries.ts'
import { promptTestQueries } from './analysis/prompt-test-queries.ts'
import type { PhoneApi } from './phone-api.ts'
import { queryKeys } from './query-keys.ts'

/** The service announces each change. This finds one that was announced while the tab was offline. */
const progressIntervalMs = 10_000

/** The queries of transcripts, analyses, the providers of models, and the prompt that analyses calls. */
export function transcriptQueries(api: PhoneApi) {
  return {
    ...analysisPromptQueries(api),
    ...promptTestQueries(api),
    modelProviders: () =>
      queryOptions({
        queryKey: queryKeys.modelProviders,
        queryFn: ({ signal }) => api('GET /model-providers', {}, { signal }).then(unwrap),
      }),
    transcription: (call: string) =>
      queryOptions({
        queryKey: queryKeys.calls.transcription(call),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/transcription', { params: { call } }, { signal }).then(unwrap),
        // An administrator may have set a provider.
        staleTime: 0,
        refetchInterval: ({ state }) =>
          (state.data?.state === 'queued' || state.data?.state === 'running') && progressIntervalMs,
      }),
    analyses: (call: string) =>
      queryOptions({
        queryKey: queryKeys.calls.analyses(call),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/analyses', { params: { call } }, { signal }).then(unwrap),
        // An administrator may have set a provider.
        staleTime: 0,
        refetchInterval: ({ state }) => state.data?.obstacle === 'running' && progressIntervalMs,
      }),
    /** All lines, because they are searched, and follow the audio. */
    transcript: (call: string) =>
      queryOptions({
        queryKey: queryKeys.calls.transcript(call),
        queryFn: async ({ signal }) => {
          const lines: transcripts.TranscriptLine[] = []
          for (let cursor: string | undefined; ; ) {
            const input = { params: { call }, query: { cursor, limit: 1_000 } }
            const page = unwrap(await api('GET /calls/{call}/transcript', input, { signal }))
            lines.push(...page.items)
            if (page.nextCursor === null) return lines
            cursor = page.nextCursor
          }
        },
      }),
    transcriptEdits: (call: string, line: string) =>
      queryOptions({
        queryKey: queryKeys.calls.transcriptEdits(call, line),
        queryFn: ({ signal }) =>
          api('GET /calls/{call}/transcript/lines/{line}/edits', { params: { call, line } }, { signal }).then(
            unwrap,
          ),
      }),
  }
}
