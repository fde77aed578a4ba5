import type { Mutation } from '../mutation.ts'

const platform = 'apps/account-service/src/platform'
const chainTest = `${platform}/audit/chain.test.ts`

/** An audit column that is left out of the text that the chain covers. */
function columnOutOfChain(column: string, replace: string, find = `${column}, `): Mutation {
  return {
    removes: `The audit chain does not cover ${column}.`,
    file: `packages/server/src/audit/hash-chain.ts`,
    find,
    replace,
    tests: [chainTest],
    name: `column ${column}`,
  }
}

const auditMutations: readonly Mutation[] = [
  columnOutOfChain('details', '', ', details::text'),
  columnOutOfChain('ip', 'subject_id, user_agent', 'subject_id, ip, user_agent'),
  columnOutOfChain('user_agent', ''),
  columnOutOfChain('request_id', ''),
  columnOutOfChain('project_id', ''),
  columnOutOfChain('actor_type', ''),
  columnOutOfChain('actor_id', ''),
  columnOutOfChain('outcome', 'action,\n', 'action, outcome,\n'),
  columnOutOfChain('subject_type', ''),
  columnOutOfChain('subject_id', ''),
  {
    removes: 'Denials and failed sign-ins share one limit of audit entries, and accounts have none.',
    file: `${platform}/audit/omissions.ts`,
    find: "source: { name: 'audited-failures-by-source'",
    replace: "source: { name: 'audited-denials-by-source'",
    tests: [`${platform}/audit/omissions.test.ts`],
    name: 'SR7: failed sign-ins',
    survives: 'The limit of the account still lets the failures through.',
  },
  {
    removes: 'Failures at other accounts hide those at one account.',
    file: `${platform}/audit/omissions.ts`,
    find: '...(accountKey === null ? [] :',
    replace: '...(accountKey !== undefined ? [] :',
    tests: [`${platform}/audit/omissions.test.ts`],
    name: 'SR7: a failure at an account',
  },
  {
    removes: 'The audit log does not state what it leaves out.',
    file: `${platform}/audit/omissions.ts`,
    find: '  await countOmission(database, failure, userId ?? toNetworkKeys(info.ip)[0], now())\n',
    replace: '',
    tests: [`${platform}/audit/omissions.test.ts`],
    name: 'SR7: one entry',
  },
  {
    removes: 'Wrong keys are not limited.',
    file: `${platform}/request-context/authenticate.ts`,
    find: 'if (!attempt.isAllowed) throw tooManyRequests(attempt.retryAfterSeconds)',
    replace: 'void attempt',
    tests: [`${platform}/audit/omissions.test.ts`],
    name: 'SR7: wrong keys',
  },
  {
    removes: 'The signature of the end of the audit chain is not verified.',
    file: `packages/server/src/audit/verify-chain.ts`,
    find: "if (!chain.isSigned('last', last, last.signature))",
    replace: "if (!chain.isSigned('last', last, last.signature) && last.position < 0n)",
    tests: [chainTest],
    name: 'end is moved back',
  },
  {
    removes: 'The signature of the start of the audit chain is not verified.',
    file: `packages/server/src/audit/verify-chain.ts`,
    find: "if (!chain.isSigned('first', first, first.signature))",
    replace: "if (!chain.isSigned('first', first, first.signature) && first.position < 0n)",
    tests: [chainTest],
    name: 'start is moved forward',
  },
  {
    removes: 'The signatures of audit checkpoints are not verified.',
    file: `packages/server/src/audit/verify-chain.ts`,
    find: "!chain.isSigned('checkpoint', entry, entry.signature) ||\n      !hashAt",
    replace: '!entry.signature || !hashAt',
    tests: [chainTest],
    name: 'checkpoint',
    survives:
      'The hash of a checkpoint is compared with the keyed hash of its entry, which cannot be forged.',
  },
  {
    removes: 'Entries that were removed at the end of the audit chain are not noticed.',
    file: `packages/server/src/audit/verify-chain.ts`,
    find: 'if (found.position < last.position) return',
    replace: 'if (found.position < 0n) return',
    tests: [chainTest],
    name: 'last entries are removed',
  },
]

const accessMutations: readonly Mutation[] = [
  {
    removes: 'A client calls endpoints for servers.',
    file: `${platform}/request-context/authorize.ts`,
    find: "server: ['server', 'admin'],",
    replace: "server: ['client', 'server', 'admin'],",
    tests: [`${platform}/request-context/request-context.test.ts`],
  },
  {
    removes: 'A server key calls endpoints for administrators.',
    file: `${platform}/request-context/authorize.ts`,
    find: "admin: ['admin'],",
    replace: "admin: ['server', 'admin'],",
    tests: ['apps/account-service/src/contract-tests/role-matrix.test.ts'],
  },
  {
    removes: 'An access token of an ended session is accepted.',
    file: `${platform}/request-context/authorize.ts`,
    find: 'if (access?.sessionHasEnded && endpoint',
    replace: 'if (access?.sessionHasEnded && access.project.id === "" && endpoint',
    tests: ['apps/account-service/src/auth/sessions/sessions.test.ts'],
    name: 'revoking a session',
  },
  {
    removes: 'An access token of another project is accepted.',
    file: `${platform}/request-context/authenticate.ts`,
    find: 'if (read.claims.projectId !== projectId.toLowerCase())',
    replace: 'if (read.claims.projectId === "")',
    tests: [`${platform}/request-context/request-context.test.ts`],
    name: 'another project has its own error',
  },
  {
    removes: 'An admin token of a project other than internal is accepted.',
    file: `${platform}/request-context/authenticate.ts`,
    find: "if (projectId !== 'internal')",
    replace: "if (projectId === '')",
    tests: [`${platform}/request-context/request-context.test.ts`],
    name: 'admin token of another project',
  },
  {
    removes: 'An owner administers projects of others.',
    file: `${platform}/request-context/authenticate.ts`,
    find: 'if (!managedProjectIds(owner).includes(project.id))',
    replace: 'if (!managedProjectIds(owner))',
    tests: ['apps/account-service/src/projects/set-up/set-up.test.ts'],
    name: 'admin token is valid only',
  },
  {
    removes: 'An admin token outlives its session.',
    file: `${platform}/request-context/authenticate.ts`,
    find: "if (!(await findSession(services.database, 'internal', sessionId, services.now())))",
    replace:
      "if (sessionId === '' && !(await findSession(services.database, 'internal', sessionId, services.now())))",
    tests: ['apps/account-service/src/projects/set-up/set-up.test.ts'],
    name: 'admin token is valid only',
  },
  {
    removes: 'A project that requires a key is open to clients without one.',
    file: `${platform}/request-context/authenticate.ts`,
    find: "accessType === 'client' && !project.settings.requires_publishable_client_key",
    replace: "accessType === 'client'",
    tests: [`${platform}/request-context/request-context.test.ts`],
    name: 'the first failed check',
  },
  {
    removes: 'A wrong key opens the project.',
    file: `${platform}/request-context/authenticate.ts`,
    find: 'if (owner === null && key !== null && !found.isKeyValid) {',
    replace: 'if (owner === null && key === "" && !found.isKeyValid) {',
    tests: [`${platform}/request-context/request-context.test.ts`],
    name: 'rejects keys',
  },
  {
    removes: 'Attempts are not limited by network.',
    file: `${platform}/request-context/network-limits.ts`,
    find: 'if (!verdict.isAllowed) throw',
    replace: 'if (!verdict.isAllowed && info.ip === "") throw',
    tests: [`${platform}/request-context/network-limits.test.ts`],
  },
]

const webhookMutations: readonly Mutation[] = [
  {
    removes: 'CM1: session.ended is sent to endpoints that receive all types.',
    file: `${platform}/webhooks/webhook-endpoints.ts`,
    find: 'webhooks.optInEventTypes.includes(type) ? isNamed : or(',
    replace: 'or(',
    tests: [`${platform}/webhooks/webhooks.test.ts`],
    name: 'CM1',
  },
  {
    removes: 'CM1: The end of a session is not published.',
    file: 'apps/account-service/src/auth/sessions/end-session.ts',
    find: "  await transaction.publish('session.ended', { id, user_id: userId })\n",
    replace: '',
    tests: [`${platform}/webhooks/webhooks.test.ts`],
    name: 'CM1',
  },
  {
    removes: 'A webhook is signed for another time than the one it names.',
    file: 'packages/server/src/webhooks/signature.ts',
    find: '.sign(id, at, body)',
    replace: '.sign(id, new Date(0), body)',
    tests: [`${platform}/webhooks/webhooks.test.ts`],
    name: 'verify with the Standard Webhooks',
  },
  {
    removes: 'After a rotation only the new webhook secret signs.',
    file: `${platform}/webhooks/deliver-events.ts`,
    find: '[delivery.sealedSecret, delivery.sealedPreviousSecret]',
    replace: '[delivery.sealedSecret]',
    tests: [`${platform}/webhooks/webhooks.test.ts`],
    name: 'rotation',
  },
  {
    removes: 'A disabled endpoint receives events.',
    file: `${platform}/webhooks/delivery-lease.ts`,
    find: ".where('is_enabled', '=', true)",
    replace: ".where('is_enabled', 'is not', null)",
    tests: [`${platform}/webhooks/webhooks.test.ts`],
    name: 'none while disabled',
    survives: 'No delivery to a disabled endpoint is stored, and disabling it parks the pending ones.',
  },
]

const serverMutations: readonly Mutation[] = [
  {
    removes: 'Migrations of two processes run at the same time.',
    file: 'packages/server/src/database/migrate.ts',
    find: 'pg_advisory_lock(hashtext',
    replace: 'pg_advisory_lock_shared(hashtext',
    tests: ['packages/server/src/database/migrate.test.ts'],
  },
  {
    removes:
      'A rate limit without a sliding window allows twice as many attempts around the end of a window.',
    file: 'packages/server/src/rate-limit/rate-limits.ts',
    find: "now()${kind === 'sliding' ?",
    replace: 'now()${kind === null ?',
    tests: ['packages/server/src/rate-limit/rate-limits.test.ts'],
  },
]

export const platformMutations: readonly Mutation[] = [
  ...auditMutations,
  ...accessMutations,
  ...webhookMutations,
  ...serverMutations,
  {
    removes: 'CM1: Slow endpoints of other applications delay the end of sessions in the phone.',
    file: 'apps/account-service/src/platform/webhooks/deliver-events.ts',
    find: "  const loops = [\n    startLoop(services, { operator: '=', endpointId: phoneEndpointId }),\n    startLoop(services, { operator: '!=', endpointId: phoneEndpointId }),\n  ]\n",
    replace:
      "  const loops = [startLoop(services, { operator: '!=', endpointId: '00000000-0000-4000-8000-000000000000' })]\n",
    tests: ['apps/account-service/src/platform/webhooks/webhooks.test.ts'],
    name: 'reach the phone',
  },
  {
    removes: 'AV3: The slow endpoints of one project hold all slots.',
    file: 'packages/server/src/webhooks/delivery-slots.ts',
    find: 'const perOwnerConcurrency = 6',
    replace: 'const perOwnerConcurrency = 20',
    tests: ['apps/account-service/src/platform/webhooks/webhooks.test.ts'],
    name: 'most slots',
  },
  {
    removes: 'An upgrade leaves sign-ups that were counted twice.',
    file: 'apps/account-service/src/platform/database/migrations/0032-to-0041/0041-sign-up-corrections.ts',
    find: '-count as difference',
    replace: '0 * count as difference',
    tests: ['apps/account-service/src/platform/database/migrations.test.ts'],
    name: 'counted twice',
  },
]
