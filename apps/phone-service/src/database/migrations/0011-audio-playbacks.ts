import type { Migration } from '@parley/server'

const statements = [
  // Audit entries of playbacks are limited by user and recording; a link is no limit, because a client can
  // create another one for each request.
  `create table audio_playbacks (
    user_id text not null,
    subject_id text not null,
    action text not null,
    audited_until timestamptz not null,
    primary key (user_id, subject_id, action)
  )`,
  'create index audio_playbacks_audited_until on audio_playbacks (audited_until)',
  'drop table used_audio_links',
]

export const audioPlaybacks: Migration = {
  name: '0011-audio-playbacks',
  sql: statements.join(';\n'),
}
