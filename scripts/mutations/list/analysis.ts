import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/analysis-prompts'
const prompts = [`${folder}/analysis-prompts.test.ts`] as const

export const analysisMutations: readonly Mutation[] = [
  {
    removes: 'ZR773: An administrator overwrites the draft of another one.',
    file: `${folder}/records/drafts.ts`,
    find: "          .where('revision', '=', draft.revision - 1)\n",
    replace: '',
    tests: prompts,
    name: 'ZR773',
  },
  {
    removes: 'ZR773: An administrator publishes an edit of another one unseen.',
    file: `${folder}/publish-prompt.ts`,
    find: "    if ((draft?.revision ?? 0) !== body.revision) throw new PhoneError('ANALYSIS_PROMPT_CHANGED')\n",
    replace: '',
    tests: prompts,
    name: 'ZR773',
  },
  {
    removes: 'ZR774: The versions of a prompt are listed oldest first.',
    file: `${folder}/records/versions.ts`,
    find: ".orderBy('number', 'desc')",
    replace: ".orderBy('number', 'asc')",
    tests: prompts,
    name: 'ZR774',
  },
  {
    removes: 'ZR775: A prompt with an unknown variable is published.',
    file: `${folder}/publish-prompt.ts`,
    find: 'listUnknownVariables(text).length > 0',
    replace: 'listUnknownVariables(text).length < 0',
    tests: prompts,
    name: 'ZR775',
  },
  {
    removes: 'ZR769: A prompt with braces that do not close is searched from each of its characters.',
    file: 'packages/contract/src/phone/analysis/prompts.ts',
    find: '/\\{\\{([^{}]*)\\}\\}/g',
    replace: '/\\{\\{\\s*([^{}]*?)\\s*\\}\\}/g',
    tests: prompts,
    name: 'ZR769',
  },
  {
    removes: 'ZR776: The prompt of a deleted workspace is retained.',
    file: 'apps/phone-service/src/account-events/delete-data.ts',
    find: '  await deletePrompt(database, workspaceId)\n',
    replace: '',
    tests: prompts,
    name: 'ZR776',
  },
]
