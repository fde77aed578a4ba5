import type { Mutation } from '../mutation.ts'

const folder = 'apps/phone-service/src/contacts/custom-fields'
const tests = [`${folder}/custom-fields.test.ts`] as const

export const contactFieldMutations: readonly Mutation[] = [
  {
    removes: 'ZR654: A custom field contains a link with any scheme.',
    file: `${folder}/parse-values.ts`,
    find: "if (url === null || !['http:', 'https:'].includes(url.protocol)) return null",
    replace: 'if (url === null) return null',
    tests,
    name: 'ZR654',
  },
  {
    removes: 'ZR655: An administrator of another workspace changes custom fields.',
    file: `${folder}/custom-fields.ts`,
    find: "    .where('workspace_id', '=', workspaceId)\n    .orderBy('position')",
    replace: "    .orderBy('position')",
    tests,
    name: 'ZR655',
  },
  {
    removes: 'ZR655: The values of a deleted field stay.',
    file: `${folder}/delete-field.ts`,
    find: 'fields: { ...contact, customValues }',
    replace: 'fields: contact',
    tests,
    name: 'ZR655',
  },
]
