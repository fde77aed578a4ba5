import type { Mutation } from '../mutation.ts'

const selfTests = 'apps/phone-service/src/self-tests'
const testCalls = 'apps/phone-service/src/test-calls'
const ofParts = [`${selfTests}/self-tests.test.ts`] as const
const ofSaved = [`${selfTests}/saved-results.test.ts`] as const
const ofAnswered = [`${selfTests}/answered-test-calls.test.ts`] as const
const ofCalls = [`${selfTests}/test-calls.test.ts`] as const

export const selfTestMutations: readonly Mutation[] = [
  {
    removes: 'ZR895: The call log shows the calls of the self-test.',
    file: 'apps/phone-service/src/call-state/call-questions.ts',
    find: "return purpose === 'verification' || purpose === 'self-test'",
    replace: "return purpose === 'verification'",
    tests: ofParts,
    name: 'ZR895',
  },
  {
    removes: 'ZR896: A part that hangs is tested without end.',
    file: `${selfTests}/run-parts.ts`,
    find: '    rejectWhenAborted(signal),\n',
    replace: '',
    tests: ofParts,
    name: 'ZR896',
  },
  {
    removes: 'ZR897: A test call goes to any number.',
    file: `${selfTests}/start-self-test.ts`,
    find: '  if (testCallNumber !== null && !matches) throw',
    replace: '  if (testCallNumber === "" && !matches) throw',
    tests: ofCalls,
    name: 'ZR897',
  },
  {
    removes: 'ZR897: A test call is free of charge for the limits per day.',
    file: `${selfTests}/keypad/test-keypad.ts`,
    find: '    charged: toChargedLeg(route, stored.id),\n',
    replace: '    charged: null,\n',
    tests: ofCalls,
    name: 'ZR897',
  },
  {
    removes: 'ZR898: A workspace has several runs at a time.',
    file: `${selfTests}/start-self-test.ts`,
    find: '    if (!(await insertRun(changes, { workspaceId, id, endsAt }, startedAt)))\n',
    replace: '    if (!(await insertRun(changes, { workspaceId: id, id, endsAt }, startedAt)))\n',
    tests: ofCalls,
    name: 'ZR898',
  },
  {
    removes: 'ZR898: A workspace runs self-tests without limit.',
    file: `${selfTests}/start-self-test.ts`,
    find: '  if (!verdict.isAllowed)\n',
    replace: '  if (!verdict)\n',
    tests: ofCalls,
    name: 'ZR898',
  },
  {
    removes: 'ZR898: A run tests mail servers without the limit of their tests.',
    file: 'apps/phone-service/src/workspace-mail/test-mail-server.ts',
    find: '  await limitConnectionTest(services, user, { host: stored.host, perWorkspace: testLimit })\n',
    replace: '',
    tests: ofParts,
    name: 'ZR898',
  },
  {
    removes: 'ZR899: A test answers the call of a stranger.',
    file: `${testCalls}/test-calls.ts`,
    find: "    .where(({ eb, fn }) => eb(eb.val(caller), '=', fn.any('callers')))\n",
    replace: '',
    tests: ofCalls,
    name: 'ZR899',
  },
  {
    removes: 'ZR899: A test answers several calls.',
    file: `${testCalls}/test-calls.ts`,
    find: "    .where('claimed_at', 'is', null)\n",
    replace: '',
    tests: ofCalls,
    name: 'ZR899',
  },
  {
    removes: 'ZR925: A test call that is answered lasts as long as its caller sends digits.',
    file: `${testCalls}/answer-test-call.ts`,
    find: "event.type !== 'digit' || answers >= maxAnswers",
    replace: "event.type !== 'digit' || answers >= 9 * maxAnswers",
    tests: ofAnswered,
    name: 'ZR925: a test call that is answered',
  },
  {
    removes: 'ZR925: A test call continues after its test.',
    file: `${testCalls}/answer-test-call.ts`,
    find: '    if (!(await save(digits))) return\n',
    replace: '    await save(digits)\n',
    tests: ofAnswered,
    name: 'ZR925: a test call ends',
  },
  {
    removes: 'ZR925: No limit counts test calls.',
    file: 'apps/phone-service/src/call-sessions/incoming/ring-incoming.ts',
    find: "  if (!(await limit.consume({ workspaceId, trunkId, caller: number ?? from }))) return 'not-now'\n  const testCallId = await claimTestCall(deps.database, call, deps.now())\n",
    replace:
      "  const testCallId = await claimTestCall(deps.database, call, deps.now())\n  if (testCallId === null && !(await limit.consume({ workspaceId, trunkId, caller: number ?? from }))) return 'not-now'\n",
    tests: ofAnswered,
    name: 'ZR925: the limits',
  },
  {
    removes: 'ZR900: A result keeps the name and the address of a deleted user.',
    file: `${selfTests}/records/self-test-results.ts`,
    find: '.set({ tested_by: null, tested_by_name: null, detail: null, result: null })',
    replace: '.set({ tested_by: null, detail: null })',
    tests: ofParts,
    name: 'ZR900',
  },
  {
    removes: 'ZR900: A result keeps the reply of a mail server that contains the address of a deleted user.',
    file: `${selfTests}/records/self-test-results.ts`,
    find: 'tested_by_name: null, detail: null, result: null })',
    replace: 'tested_by_name: null, result: null })',
    tests: ofSaved,
    name: 'ZR900',
  },
  {
    removes: 'ZR924: One result that cannot be saved ends the wait for all tests.',
    file: `${selfTests}/run-parts.ts`,
    find: 'runPart(deps, run, part, stop).catch(logFailure)',
    replace: 'runPart(deps, run, part, stop)',
    tests: ofSaved,
    name: 'ZR924: a result',
  },
  {
    removes: 'ZR924: The text of a server with NUL is not saved.',
    file: `${selfTests}/records/self-test-results.ts`,
    find: 'removeInvisibleCharacters(text).slice',
    replace: '(removeInvisibleCharacters(text) && text).slice',
    tests: ofSaved,
    name: 'ZR924: the result',
  },
  {
    removes: 'ZR901: The run of a process that has ended blocks all others.',
    file: `${selfTests}/records/self-test-runs.ts`,
    find: "    .where('ends_at', '>', now)\n",
    replace: '',
    tests: ofCalls,
    name: 'ZR901',
  },
]
