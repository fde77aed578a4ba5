import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/account-events'
const tests = [`${folder}/deletion.test.ts`] as const

export const deletionMutations: readonly Mutation[] = [
  {
    removes: 'ZR381: The calls of a deleted workspace remain.',
    file: `${folder}/check-access.ts`,
    find: '  await insertDeletedWorkspace(database, { workspaceId, deletedAt: now() })\n',
    replace: '',
    tests,
    name: 'ZR381',
  },
  {
    removes: 'ZR381: The audio of a deleted workspace remains without its rows.',
    file: 'apps/phone-service/src/call-log/records/calls.ts',
    find: "not(exists(selectFrom('recordings').select('id').whereRef('call_id', '=', 'calls.id')))",
    replace: "exists(selectFrom('calls').select('id'))",
    tests,
    name: 'ZR381',
  },
  {
    removes: 'ZR381: The price table of a deleted workspace remains.',
    file: `${folder}/delete-data.ts`,
    find: '  await deletePrices(database, workspaceId)\n',
    replace: '',
    tests,
    name: 'ZR381',
  },
  {
    removes: 'ZR381: The shared contacts of a deleted user are deleted.',
    file: 'apps/phone-service/src/contacts/contacts.ts',
    find: "    .where('owner_user_id', '=', userId)\n    .where('visibility', '=', 'private')\n",
    replace: "    .where('owner_user_id', '=', userId)\n",
    tests,
    name: 'ZR381',
  },
  {
    removes: 'ZR381: The voicemails of a deleted user remain.',
    file: `${folder}/delete-data.ts`,
    find: '  await deleteVoicemailsOfUser(services, userId)\n',
    replace: '',
    tests,
    name: 'ZR381',
  },
  {
    removes:
      'ZR551: The deletion of a user is not repeated, so that a message that a caller was leaving stays.',
    file: `${folder}/delete-users.ts`,
    find: '    const users = await listDueUsers(database, now(), maxUsersAtOnce)\n',
    replace: '    const users = await listDueUsers(database, new Date(0), maxUsersAtOnce)\n',
    tests: [`${folder}/deleted-mailbox.test.ts`],
    name: 'ZR551',
  },
  {
    removes: 'ZR551: The last deletion of a user does not wait for the caller in their voicemail.',
    file: `${folder}/delete-users.ts`,
    find: ' && !(await isLeavingVoicemail(database, userId))',
    replace: ' || !isLeavingVoicemail',
    tests: [`${folder}/deleted-mailbox.test.ts`],
    name: 'until no caller',
  },
]
