import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'
const eventLimitTest = `${accounts}/limit-webhook-events.test.ts`
const serverLanesTest = `${accounts}/email/delivery/server-lanes.test.ts`

/** Protections of what events and e-mails of one owner or user take from others. */
export const deliveryFairnessMutations: readonly Mutation[] = [
  {
    removes: 'ZR561: One user sends all invitations of a project that the server of the installation sends.',
    file: `${accounts}/teams/invitations/invitation-limits.ts`,
    find: " || project.config.email_config.type === 'shared'",
    replace: '',
    tests: [`${accounts}/email/delivery/shared-server-limits.test.ts`],
    name: 'ZR561',
  },
  {
    removes: 'ZR554: The changes of one user fill the disk of the database with events.',
    file: `${accounts}/platform/webhooks/publish-event.ts`,
    find: 'const maxSubjectBytes = 1_000_000',
    replace: 'const maxSubjectBytes = 1_000_000_000',
    tests: [eventLimitTest],
    name: 'ZR554',
  },
  {
    removes: 'ZR554: The newest state of a user or team is not delivered.',
    file: `${accounts}/platform/webhooks/events.ts`,
    find: 'sum(size) over (order by created_at desc, id)',
    replace: 'sum(size) over (order by created_at, id)',
    tests: [eventLimitTest],
    name: 'ZR554',
  },
  {
    removes: 'ZR555: Pending events are given up before delivered ones.',
    file: `${accounts}/platform/webhooks/event-quota.ts`,
    find: 'order by is_pending desc, is_pending and',
    replace: 'order by is_pending, is_pending and',
    tests: [eventLimitTest],
    name: 'ZR555: at the quota',
  },
  {
    removes: 'ZR555: Large events displace small ones.',
    file: `${accounts}/platform/webhooks/event-quota.ts`,
    find: 'is_pending and size > ${largeEventBytes}, ',
    replace: 'size > ${largeEventBytes * 1e4}, ',
    tests: [eventLimitTest],
    name: 'ZR555: at the quota',
  },
  {
    removes: 'ZR555: The phone does not receive the end of a session.',
    file: `${accounts}/platform/webhooks/event-quota.ts`,
    find: ".where('endpoint_id', '=', phoneEndpointId)",
    replace: ".where('endpoint_id', '!=', phoneEndpointId)",
    tests: [eventLimitTest],
    name: 'ZR555: the events of the built-in phone',
  },
  {
    removes: 'ZR557: The projects of one owner occupy all workers for the servers of projects.',
    file: `${accounts}/email/delivery/deliver-email.ts`,
    find: 'place?.ownerId ?? projectId',
    replace: 'projectId',
    tests: [serverLanesTest],
    name: 'ZR557',
  },
  {
    removes: 'ZR557: The endpoints of the projects of one owner occupy all slots.',
    file: `${accounts}/platform/webhooks/webhook-endpoints.ts`,
    find: "fn.coalesce('owner_id', 'project_id')",
    replace: "fn.coalesce('project_id', 'owner_id')",
    tests: [`${accounts}/platform/webhooks/owner-slots.test.ts`],
    name: 'ZR557',
  },
  {
    removes: 'ZR558: An attempt occupies a worker until its time-out.',
    file: `${accounts}/email/delivery/server-lanes.ts`,
    find: 'const slowAfterMs = 5_000',
    replace: 'const slowAfterMs = 60_000',
    tests: [serverLanesTest],
    name: 'ZR558',
  },
  {
    removes: 'ZR559: An owner with many e-mails delays those of others.',
    file: `${accounts}/email/delivery/server-lanes.ts`,
    find: 'turns.set(key, turn + 1)',
    replace: 'turns.set(key, turn)',
    tests: [serverLanesTest],
    name: 'ZR559',
  },
  {
    removes: 'ZR559: Bulk e-mail delays sign-in codes.',
    file: `${accounts}/email/delivery/server-lanes.ts`,
    find: 'firstBulkTurn + turn',
    replace: 'turn',
    tests: [serverLanesTest],
    name: 'ZR559',
  },
]
