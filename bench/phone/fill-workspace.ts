import { required } from '@parley/primitives'
import type { DatabaseServer } from '@parley/server'
import { createCallState, nextCallState } from '../../apps/phone-service/src/call-state/index.ts'

/** The number of the contact with this position. */
export const toNumber = (position: number) => `+1212${String(5_000_000 + position)}`

interface Workspace {
  readonly workspaceId: string
  readonly userIds: readonly string[]
  readonly calls: number
  readonly contacts: number
  /** So many of the calls are with the first contact, and the others spread over all of them. */
  readonly callsWithOne: number
}

/** Returns the state of an answered call that has ended. Its number and user are replaced in each row. */
function createState() {
  const [browser, phone] = ['browser', 'phone']
  return [
    { type: 'leg-added' as const, at: 1, leg: { id: browser, kind: 'browser' as const, userId: browser } },
    { type: 'leg-joined' as const, at: 2, legId: browser },
    { type: 'leg-added' as const, at: 1, leg: { id: phone, kind: 'phone' as const, number: '+12125550100' } },
    { type: 'leg-joined' as const, at: 3, legId: phone },
    { type: 'ended' as const, at: 60_000, reason: 'hung-up' as const },
  ].reduce(nextCallState, createCallState('outgoing', 1))
}

/**
 * Stores contacts and calls of ten users, one call each ten minutes. A fifth of the calls have notes and recordings, a tenth
 * tags, one in 20 a comment, one in 50 is assigned and one in 50 has a message for the workspace.
 */
export async function fillWorkspace(database: DatabaseServer, workspace: Workspace): Promise<void> {
  const { pool } = database
  const { workspaceId, userIds, calls, contacts, callsWithOne } = workspace
  await pool.query(
    `with added as (
       insert into phone.contacts (id, workspace_id, owner_user_id, visibility, name, company, role, phones, emails, tags,
         notes, sort_key, search_text, size_bytes, version, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'shared', 'Given' || n || ' Family' || n % 1000, 'Company' || n % 5000, '',
         jsonb_build_array(jsonb_build_object('number', '+1212' || 5000000 + n, 'typed', '+1212' || 5000000 + n,
           'extension', null, 'label', 'Work')),
         '[]', '{}', '', 'given' || n || ' family' || n % 1000,
         ' given' || n || ' family' || n % 1000 || ' company' || n % 5000 || ' 1212' || 5000000 + n || E' \\n', 300, 1, now(), now()
       from generate_series(0, $3::int - 1) n
       returning id, phones
     )
     insert into phone.contact_numbers (workspace_id, scope, number, contact_id)
     select $1, '', phones -> 0 ->> 'number', id from added`,
    [workspaceId, userIds[0], contacts],
  )
  const { rows: nodes } = await pool.query('select id from phone.nodes limit 1')
  await pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, number, own_number, country, user_id,
       user_name, owner_ids, phase, state, started_at, answered_at, ended_at, end_reason, has_recording, notes, tags,
       tag_keys, slot_ids, numbers, number_keys, search_text, assigned_user_id, assigned_user_name, assigned_at)
     select id, $1, $2, id, 'outgoing', number, '+12125550100', 'US', user_id, 'User', array[user_id], 'ended',
       jsonb_set(jsonb_set($3::jsonb, '{legs,0,userId}', to_jsonb(user_id)), '{legs,1,number}', to_jsonb(number)),
       began, began + interval '3 s', began + interval '1 min', case when n % 50 = 7 then 'voicemail' else 'hung-up' end,
       n % 5 = 0, case when n % 5 = 0 then 'Wants offer' || n || ' in spring' else '' end,
       case when n % 10 = 0 then array['Tag ' || n % 30] else '{}' end,
       case when n % 10 = 0 then array['tag ' || n % 30] else '{}' end,
       '{}', array[number], array[$1::uuid || ' ' || number], ' user ' || substr(number, 2) || case when n % 5 = 0 then ' wants offer' || n || ' in spring' else '' end || E' \\n',
       case when n % 50 = 3 then ($4::uuid[])[1 + n / 50 % cardinality($4::uuid[])] end, case when n % 50 = 3 then 'User' end, case when n % 50 = 3 then began end
     from (
       select gen_random_uuid() id, n, ($4::uuid[])[1 + n % cardinality($4::uuid[])] user_id,
         now() - n * interval '10 min' as began,
         '+1212' || 5000000 + case when n % ($5::int / $7::int) = 0 then 0 else n * 7919 % $6::int end number
       from generate_series(1, $5::int) n
     ) generated`,
    [
      workspaceId,
      required(nodes[0], 'a node').id,
      JSON.stringify(createState()),
      userIds,
      calls,
      contacts,
      callsWithOne,
    ],
  )
  await fillDetails(database, workspaceId)
}

async function fillDetails({ pool }: DatabaseServer, workspaceId: string): Promise<void> {
  await pool.query(
    `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
       duration_ms, size_bytes, state)
     select gen_random_uuid(), calls.id, workspace_id, leg, node_id, calls.id || leg, 'disk', started_at, 50000, 0, 'finished'
     from phone.calls cross join unnest(array['browser', 'phone']) leg
     where workspace_id = $1 and (has_recording or (end_reason = 'voicemail' and leg = 'phone'))`,
    [workspaceId],
  )
  await pool.query(
    `insert into phone.voicemails (call_id, workspace_id, user_id, created_at)
     select id, workspace_id, null, started_at from phone.calls where workspace_id = $1 and end_reason = 'voicemail'`,
    [workspaceId],
  )
  await pool.query(
    `insert into phone.call_comments (id, call_id, workspace_id, user_id, user_name, text, created_at, search_text)
     select gen_random_uuid(), id, workspace_id, user_id, 'User', 'Called back, order ' || substr(number, 6), ended_at,
       ' called back order ' || substr(number, 6) || E' \\n'
     from phone.calls where workspace_id = $1 and notes <> '' and substr(number, 12)::int < 3`,
    [workspaceId],
  )
  await pool.query(
    'analyze phone.calls, phone.contacts, phone.call_comments, phone.recordings, phone.voicemails',
  )
}
