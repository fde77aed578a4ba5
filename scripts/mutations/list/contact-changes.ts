import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/contact-changes'
const keys = 'apps/phone-service/src/contacts/duplicates/contact-keys.ts'
const merges = [`${folder}/merges.test.ts`] as const
const changes = [`${folder}/change-contacts.test.ts`] as const

export const contactChangeMutations: readonly Mutation[] = [
  {
    removes: 'ZR656: Private contacts of other members are suggested.',
    file: keys,
    find: "        .where('is_repeated', '=', true)\n        .where('scope', 'in', ['', userId]),",
    replace: "        .where('is_repeated', '=', true),",
    tests: merges,
    name: 'ZR656',
  },
  {
    removes: 'ZR656: A merge with a private contact is visible to other members, who can undo it.',
    file: `${folder}/records/contact-changes.ts`,
    find: "    where.or([where('is_private', '=', false), where('user_id', '=', userId)]),\n",
    replace: '',
    tests: merges,
    name: 'ZR656',
  },
  {
    removes: 'ZR656: A merged contact that is private belongs to another member.',
    file: `${folder}/merge-contacts.ts`,
    find: "fields.visibility === 'private' ? user.userId : kept.ownerUserId",
    replace: 'kept.ownerUserId',
    tests: merges,
    name: 'ZR656',
  },
  {
    removes: 'ZR657: The caller IDs of the deleted contact are lost.',
    file: `${folder}/merge-contacts.ts`,
    find: 'kept.id, lost?.callerIds ?? [])',
    replace: 'kept.id, [])',
    tests: merges,
    name: 'ZR657',
  },
  {
    removes: 'ZR657: Undo leaves the kept contact with the caller IDs of the other one.',
    file: `${folder}/undo-change.ts`,
    find: '    await deleteContactChoices(transaction, current.id, change.createdAt)\n',
    replace: '',
    tests: merges,
    name: 'ZR657',
  },
  {
    removes: 'ZR657: What was dismissed for the deleted contact is suggested for the merged one.',
    file: `${folder}/merge-contacts.ts`,
    find: '    await dismissKeys(changes, kept.id, lost?.dismissedKeys ?? [])\n',
    replace: '',
    tests: merges,
    name: 'ZR657',
  },
  {
    removes: 'ZR658: A merge replaces a contact that has been edited meanwhile.',
    file: `${folder}/merge-contacts.ts`,
    find: "    if (contact.version !== version) throw new PhoneError('CONTACT_CHANGED')\n",
    replace: '',
    tests: merges,
    name: 'ZR658',
  },
  {
    removes: 'ZR659: A change reaches the private contacts of other members, and other workspaces.',
    file: 'apps/phone-service/src/contacts/contacts.ts',
    find: "    .where('id', '=', sql<string>`any(${ids}::uuid[])`)\n    .where((where) => isVisibleTo(where, viewer))",
    replace: "    .where('id', '=', sql<string>`any(${ids}::uuid[])`)",
    tests: changes,
    name: 'ZR659',
  },
  {
    removes: 'ZR659: A private contact is given to another member.',
    file: `${folder}/change-contacts.ts`,
    find: "      if (visibility === 'private') return 'private'\n",
    replace: '',
    tests: changes,
    name: 'ZR659',
  },
  {
    removes: 'ZR659: A contact is given to a user of another workspace.',
    file: `${folder}/change-contacts.ts`,
    find: "if (!members.has(action.userId)) throw new PhoneError('CONTACT_OWNER_NOT_FOUND')",
    replace: '',
    tests: changes,
    name: 'ZR659',
  },
  {
    removes: 'ZR660: Undo adds contacts beyond the limit of the workspace.',
    file: `${folder}/undo-change.ts`,
    find: 'after.contacts > use.contacts && after.contacts > limit',
    replace: 'after.contacts < 0',
    tests: changes,
    name: 'ZR660',
  },
  {
    removes: 'ZR661: What undoes deletions occupies the disk without limit.',
    file: `${folder}/change-contacts.ts`,
    find: '    await makeUndoSpace(changes, workspaceId, settings.maxContactBytes)\n',
    replace: '',
    tests: changes,
    name: 'ZR661',
  },
  {
    removes: 'ZR661: All contacts of a workspace are changed in one request.',
    file: `${folder}/change-contacts.ts`,
    find: "  if (ids.length > limit) throw new PhoneError('CONTACT_SELECTION_TOO_LARGE', { limit })\n",
    replace: '',
    tests: changes,
    name: 'ZR661',
  },
]
