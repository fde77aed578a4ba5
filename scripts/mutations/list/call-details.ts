import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const details = `${phone}/call-log/details`
const tagTest = `${details}/call-tags.test.ts`
const assignmentTest = `${details}/call-assignments.test.ts`
const commentTest = `${phone}/call-comments/comments.test.ts`
const timelineTest = `${phone}/contact-timeline/timeline.test.ts`
const timeline = `${phone}/contact-timeline/timeline-page.ts`

/** Tags, assignments and comments of calls, and the timelines of contacts. */
export const callDetailMutations: readonly Mutation[] = [
  {
    removes: 'ZR681: An active call overwrites the tags that users have set meanwhile.',
    file: `${phone}/call-sessions/call-session.ts`,
    find: '      record.setTexts(texts)\n',
    replace: '',
    tests: [tagTest],
    name: 'ZR681',
  },
  {
    removes: 'ZR682: Notes and tags that are saved concurrently overwrite each other in the search text.',
    file: `${phone}/call-log/records/call-texts.ts`,
    find: '    .forUpdate()\n',
    replace: '',
    tests: [tagTest],
    name: 'ZR682',
  },
  {
    removes: 'ZR683: Members tag the calls of others.',
    file: `${phone}/call-log/records/call-texts.ts`,
    find: 'return call && isReadableCall(call, reader) ? call : null',
    replace: 'return call && call.workspaceId === reader.workspaceId ? call : null',
    tests: [tagTest],
    name: 'ZR683',
  },
  {
    removes: 'ZR683: Tags of calls that a member may not read are suggested.',
    file: `${phone}/call-log/records/call-texts.ts`,
    find: '    .where(isReadableBy(reader))\n',
    replace: '',
    tests: [tagTest],
    name: 'ZR683',
  },
  {
    removes: 'ZR684: A call that was assigned to any member is read by all.',
    file: `${phone}/call-log/records/stored-call.ts`,
    find: 'call.assignment?.userId === reader.userId',
    replace: 'call.assignment !== null',
    tests: [assignmentTest],
    name: 'ZR684',
  },
  {
    removes: 'ZR684: The member to whom a call is assigned deletes its recordings.',
    file: `${phone}/call-log/delete-recordings.ts`,
    find: 'isAudibleCall(call, user) && (user.isPhoneAdmin || isOwnCall(call, user))',
    replace: 'isAudibleCall(call, user) || isOwnCall(call, user)',
    tests: [assignmentTest],
    name: 'ZR684',
  },
  {
    removes: 'ZR685: A user who has lost the call meanwhile marks the follow-up of another member.',
    file: `${details}/assign-call.ts`,
    find: "    if (assignment?.userId !== userId) throw new PhoneError('ASSIGNMENT_CHANGED')\n",
    replace: "    if (!assignment) throw new PhoneError('ASSIGNMENT_CHANGED')\n",
    tests: [assignmentTest],
    name: 'a follow-up is done',
  },
  {
    removes: 'ZR685: Of concurrent assignments, the name of one and the right of another remain.',
    file: `${phone}/call-log/records/stored-call.ts`,
    find: '    assigned_user_name: assignment?.userName ?? null,\n',
    replace: '    ...(assignment?.done && { assigned_user_name: assignment.userName }),\n',
    tests: [assignmentTest],
    name: 'ZR685',
  },
  {
    removes: 'ZR686: A call is assigned to a user who is no member.',
    file: `${details}/assign-call.ts`,
    find: "    if (!assignee) throw new PhoneError('ASSIGNEE_NOT_FOUND')\n    return { userId: assignee.userId, userName: assignee.name,",
    replace: '    return { userId: body.userId, userName: assignee?.name ?? null,',
    tests: [assignmentTest],
    name: 'ZR686',
  },
  {
    removes: 'ZR686: An assignment remains that is saved after its member was removed.',
    file: `${details}/assign-call.ts`,
    find: '  if (!assignee || (await isStillMember(authentication, user.workspaceId, assignee.userId)))\n    return { success: true }\n',
    replace:
      '  if (!assignee || (await isStillMember(authentication, user.workspaceId, assignee.userId)) || true)\n    return { success: true }\n',
    tests: [assignmentTest],
    name: 'ZR686',
  },
  {
    removes: 'ZR686: The assignments of a removed member remain.',
    file: `${phone}/account-events/delete-data.ts`,
    find: '  await deleteUserAssignments(services, { workspaceId, userId })\n',
    replace: '',
    tests: [assignmentTest],
    name: 'ZR686',
  },
  {
    removes: 'ZR687: Users edit the comments of others.',
    file: `${phone}/call-comments/change-comments.ts`,
    find: "  if (comment.userId !== user.userId) throw new PhoneError('COMMENT_NOT_YOURS')\n",
    replace: '',
    tests: [commentTest],
    name: 'ZR687',
  },
  {
    removes: 'ZR687: Members delete the comments of others.',
    file: `${phone}/call-comments/change-comments.ts`,
    find: "  if (!isOwn && !user.isPhoneAdmin) throw new PhoneError('COMMENT_NOT_YOURS')\n",
    replace: '',
    tests: [commentTest],
    name: 'ZR687',
  },
  {
    removes: 'ZR687: Comments are read by users who may not read their call.',
    file: `${phone}/call-comments/list-comments.ts`,
    find: "  if (!call) throw new PhoneError('CALL_NOT_FOUND')\n  const page = await listCommentPage(database, call.id,",
    replace: '  const page = await listCommentPage(database, params.call,',
    tests: [commentTest],
    name: 'ZR687',
  },
  {
    removes: 'ZR687: A comment is changed as one of another call.',
    file: `${phone}/call-comments/records/comments.ts`,
    find: "    .where('id', '=', id)\n    .where('call_id', '=', callId)\n",
    replace: "    .where('id', '=', id)\n    .where('call_id', 'is not', callId && null)\n",
    tests: [commentTest],
    name: 'ZR687',
  },
  {
    removes: 'ZR688: Concurrent requests exceed the maximum of comments.',
    file: `${phone}/call-comments/change-comments.ts`,
    find: '    const call = await findReadableCallForUpdate(changes, user, params.call)\n',
    replace: '    const call = await findReadableCall(changes, user, params.call)\n',
    tests: [commentTest],
    name: 'ZR688',
  },
  {
    removes: 'ZR689: The timeline of a contact lists calls that a member may not read.',
    file: timeline,
    find: '    .where(isReadableBy(reader))\n',
    replace: '',
    tests: [timelineTest],
    name: 'ZR689',
  },
  {
    removes: 'ZR689: The timeline lists the recording of a message for another member.',
    file: timeline,
    find: "has_recording and end_reason is distinct from 'voicemail' and ${isAudibleTo(reader.userId)}",
    replace: 'has_recording and (true or ${isAudibleTo(reader.userId)})',
    tests: [timelineTest],
    name: 'ZR689',
  },
]
