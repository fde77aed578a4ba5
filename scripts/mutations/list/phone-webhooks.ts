import type { Mutation } from '../mutation.ts'

const webhooks = 'apps/phone-service/src/webhooks'
const ofAttempts = [`${webhooks}/attempts.test.ts`] as const
const ofCalls = [`${webhooks}/call-events.test.ts`] as const
const ofDelivery = [`${webhooks}/delivery.test.ts`] as const
const ofLocks = [`${webhooks}/calls-beside-webhooks.test.ts`] as const
const ofStored = [`${webhooks}/stored-events.test.ts`] as const
const ofWebhooks = [`${webhooks}/webhooks.test.ts`] as const

const eventMutations: readonly Mutation[] = [
  {
    removes: 'ZR936: The answer of a call sends an event with each later change.',
    file: 'apps/phone-service/src/call-log/records/calls.ts',
    find: 'saved.answered_at === null && answeredAt !== null',
    replace: 'saved.answered_at === undefined && answeredAt !== null',
    tests: ofCalls,
    name: 'a recorded call',
  },
  {
    removes: 'ZR936: The later events of a call do not wait for earlier ones.',
    file: `${webhooks}/records/deliveries.ts`,
    find: "or([eb('earlier.attempts', '=', 0), eb('earlier.leased_until', '>', now)])",
    replace: "or([eb('earlier.attempts', '<', 0), eb('earlier.leased_until', '<', now)])",
    tests: ofDelivery,
    name: 'not sent before its start',
  },
  {
    removes: 'ZR936: A message sends the event of a recording.',
    file: 'apps/phone-service/src/recordings/publish-audio.ts',
    find: 'if (!voicemail) return await',
    replace: 'if (voicemail) return await',
    tests: ofCalls,
    name: 'leaves a message',
  },
  {
    removes: 'ZR938: Tests send the events of calls.',
    file: 'apps/phone-service/src/call-log/records/publish-call.ts',
    find: '  if (state.purpose !== undefined) return\n',
    replace: '',
    tests: ofCalls,
    name: 'ZR938',
  },
  {
    removes: 'ZR937: An event is published after the change that is stored.',
    file: 'apps/phone-service/src/call-log/records/publish-call.ts',
    find: '    await publish(transaction,',
    replace: '    if (type === "call.ended") await publish(transaction,',
    tests: ofCalls,
    name: 'ZR937',
  },
  {
    removes: 'ZR963: A call waits for the deletion of a webhook.',
    file: `${webhooks}/records/webhooks.ts`,
    find: '    .forKeyShare()\n    .skipLocked()\n',
    replace: '',
    tests: ofLocks,
    name: 'ZR963',
  },
  {
    removes: 'ZR964: An emergency call fails with its event.',
    file: 'apps/phone-service/src/call-log/records/publish-call.ts',
    find: 'state.legs.some(isEmergencyService) ?',
    replace: 'state.legs.every(isEmergencyService) ?',
    tests: ofLocks,
    name: 'ZR964',
  },
]

const deliveryMutations: readonly Mutation[] = [
  {
    removes: 'ZR939: A failed event is not sent again.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: "retryAt === null ? 'failed' : 'waiting'",
    replace: "retryAt === null ? 'waiting' : 'failed'",
    tests: ofDelivery,
    name: 'after an error',
  },
  {
    removes: 'ZR939: A leased event waits for the process that has ended.',
    file: `${webhooks}/records/deliveries.ts`,
    find: "eb('delivery.leased_until', '<=', now)",
    replace: "eb('delivery.leased_until', '>', now)",
    tests: ofDelivery,
    name: 'before the process ended',
  },
  {
    removes: 'ZR941: A receiver may be anywhere when an event is delivered.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: 'const { outboundNetworks: allowedNetworks } = deps.settings',
    replace: "const allowedNetworks = ['0.0.0.0/0', ...deps.settings.outboundNetworks]",
    tests: ofWebhooks,
    name: 'checked again',
  },
  {
    removes: 'ZR941: Events are sent without encryption.',
    file: `${webhooks}/check-url.ts`,
    find: "if (protocol !== 'https:' && !isInOwnNetwork)",
    replace: "if (protocol !== 'https:' && protocol !== 'http:' && !isInOwnNetwork)",
    tests: ofWebhooks,
    name: 'without encryption',
  },
  {
    removes: 'ZR942: A webhook fails for ever.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: "failingMs >= maxFailingMs ? 'failing' : null",
    replace: "failingMs >= 100 * maxFailingMs ? 'failing' : null",
    tests: ofDelivery,
    name: 'failed for four days',
  },
  {
    removes: 'ZR942: A receiver that is gone gets further events.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: "  if (status === goneStatus) return 'gone'\n",
    replace: '',
    tests: ofDelivery,
    name: 'responds 410',
  },
  {
    removes: 'ZR942: The events that waited during an outage are lost.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: "if (reason === 'gone') await failDeliveries",
    replace: "if (reason !== null) await failDeliveries",
    tests: ofDelivery,
    name: 'waited when a webhook was disabled',
  },
  {
    removes: 'ZR965: An event that is sent again waits for the attempt that runs.',
    file: `${webhooks}/records/deliveries.ts`,
    find: "{ state: 'waiting', attempts: 0, due_at: now, leased_until: null }",
    replace: "{ state: 'waiting', attempts: 0, due_at: now }",
    tests: ofAttempts,
    name: 'sent again during an attempt',
  },
  {
    removes: 'ZR965: The response of a previous URL disables a webhook.',
    file: `${webhooks}/deliver/deliver-event.ts`,
    find: 'if (webhook.url === delivery.url) await',
    replace: 'if (webhook.url !== "") await',
    tests: ofAttempts,
    name: 'previous URL',
  },
  {
    removes: 'ZR945: The webhooks of one administrator occupy the slots of others.',
    file: `${webhooks}/records/webhooks.ts`,
    find: "      'workspace_id',\n      'configured_by as owner_id',",
    replace: "      'workspace_id',\n      'id as owner_id',",
    tests: ofDelivery,
    name: 'ZR945',
  },
]

const storageMutations: readonly Mutation[] = [
  {
    removes: 'ZR940: The erasure of a number leaves it in events.',
    file: 'apps/phone-service/src/erasures/run/erase-call.ts',
    find: '  const mails = await deleteMailsOfCalls(transaction, [callId])\n  await deleteEventsOfCall(transaction, callId)\n',
    replace: '  const mails = await deleteMailsOfCalls(transaction, [callId])\n',
    tests: ofStored,
    name: 'erasure of a number',
  },
  {
    removes: 'ZR940: Events are stored without end.',
    file: `${webhooks}/deliver/start-webhooks.ts`,
    find: 'const retentionMs = 30 *',
    replace: 'const retentionMs = 3_000 *',
    tests: ofStored,
    name: 'after 30 days',
  },
  {
    removes: 'ZR940: The webhooks of a deleted workspace remain.',
    file: 'apps/phone-service/src/account-events/delete-data.ts',
    find: '  await deleteWebhooks(database, workspaceId)\n',
    replace: '',
    tests: ofStored,
    name: 'deletion of a workspace',
  },
  {
    removes: 'ZR943: Secrets of webhooks are stored in plain text.',
    file: `${webhooks}/secrets.ts`,
    find: 'return secrets.seal(secret, toPurpose(key))',
    replace: 'return secret + secrets.seal(secret, toPurpose(key)).slice(0, 0)',
    tests: ofWebhooks,
    name: 'no secret in plain text',
  },
  {
    removes: 'ZR944: Requests at the same time exceed the maximum of webhooks.',
    file: `${webhooks}/records/webhooks.ts`,
    find: '  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)\n',
    replace: '  await sql`select ${lockName}::text`.execute(transaction)\n',
    tests: ofWebhooks,
    name: 'ZR944',
  },
  {
    removes: 'ZR944: The quota deletes events that wait before others.',
    file: `${webhooks}/records/events.ts`,
    find: "        .orderBy(isWaiting, 'desc')\n",
    replace: '',
    tests: ofStored,
    name: 'beyond the quota',
  },
]

export const phoneWebhookMutations: readonly Mutation[] = [
  ...eventMutations,
  ...deliveryMutations,
  ...storageMutations,
]
