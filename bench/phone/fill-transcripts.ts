import type { DatabaseServer } from '@parley/server'

/** Returns a word that one line contains. */
export function rareWord(position: number): string {
  return `rare${position * 10_000 + 1}x`
}

/**
 * Gives each call of a workspace a transcript. Half of the lines contain `and`; the word `w0x` to `w999x` with a lower
 * number is more frequent; each line has one rare word.
 */
export async function fillTranscripts(
  { pool }: Pick<DatabaseServer, 'pool'>,
  { workspaceId, linesPerCall }: { readonly workspaceId: string; readonly linesPerCall: number },
): Promise<void> {
  await pool.query(
    `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
       duration_ms, size_bytes, state)
     select gen_random_uuid(), id, workspace_id, gen_random_uuid(), node_id, id::text, 'disk', started_at, 600000, 0, 'finished'
     from phone.calls where workspace_id = $1`,
    [workspaceId],
  )
  await pool.query(
    `insert into phone.transcriptions (call_id, workspace_id, requested_at)
     select id, workspace_id, started_at from phone.calls where workspace_id = $1`,
    [workspaceId],
  )
  await pool.query(
    `insert into phone.transcript_lines (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text, words, search_text)
     select gen_random_uuid(), call_id, workspace_id, id, leg_id, at, at + interval '3 s', words, '[]',
       ' ' || words || E' \\n' || replace(words, ' ', '') || E'\\n'
     from (
       select recordings.*, started_at + position * interval '5 s' as at,
         (select string_agg('w' || floor(1000 * power(random() + 0 * position * n, 3)) || 'x', ' ') from generate_series(1, 8) n)
           || case when position % 2 = 0 then ' and' else '' end
           || ' rare' || (row_number() over ()) || 'x' as words
       from phone.recordings cross join generate_series(1, $2::int) position where workspace_id = $1
     ) as spoken`,
    [workspaceId, linesPerCall],
  )
  await pool.query('vacuum analyze phone.transcript_lines')
  await pool.query('analyze phone.calls')
}
