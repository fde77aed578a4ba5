import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/analysis-prompts'
const prompts = [`${folder}/analysis-prompts.test.ts`] as const

const page = 'apps/phone/src/app-config/analysis/prompt'
const pageTests = [`${page}/prompt-section.test.tsx`] as const

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
    file: `${folder}/require-publishable.ts`,
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
    removes: 'ZR770: Texts that differ in many lines are shown without their lines.',
    file: `${page}/comparison/compare-texts.ts`,
    find: 'if (!changes) return replaceLines(oldLines, newLines)',
    replace: 'if (!changes) return []',
    tests: [`${page}/comparison/comparison.test.ts`],
    name: 'ZR770',
  },
  {
    removes: 'ZR771: A newer draft of another administrator replaces unsaved changes.',
    file: `${page}/use-prompt-editor.ts`,
    find: 'latest.revision > base.revision && !isChanged && !conflict',
    replace: 'latest.revision > base.revision && !conflict',
    tests: pageTests,
    name: 'ZR771',
  },
  {
    removes: 'ZR771: A rejected draft counts as saved.',
    file: `${page}/prompt-requests.ts`,
    find: 'isSameContent(toContent(theirs), mine)',
    replace: '!isSameContent(toContent(theirs), mine)',
    tests: pageTests,
    name: 'ZR771',
  },
  {
    removes: 'ZR772: A restored version replaces a saved draft without a question.',
    file: `${page}/prompt-section.tsx`,
    find: 'if (editor.isChanged || !editor.base.isPublished)',
    replace: 'if (editor.isChanged)',
    tests: pageTests,
    name: 'ZR772',
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
