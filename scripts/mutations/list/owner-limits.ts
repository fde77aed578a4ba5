import type { Mutation } from '../mutation.ts'

const accounts = 'apps/account-service/src'
const storedDocumentsTest = `${accounts}/projects/records/stored-documents.test.ts`

/** Protections of memory, disk, money and the servers of others against one owner of projects, who may be a stranger. */
export const ownerLimitMutations: readonly Mutation[] = [
  {
    removes: 'ZR580: A configuration is stored in any size.',
    file: `${accounts}/projects/records/projects.ts`,
    find: 'if (Buffer.byteLength(text) > maxDocumentBytes)',
    replace: 'if (Buffer.byteLength(text) < 0)',
    tests: [storedDocumentsTest],
    name: 'ZR580',
  },
  {
    removes: 'ZR580: Parsed configurations fill the memory.',
    file: `${accounts}/projects/records/projects.ts`,
    find: 'if (cachedCharacters + text.length > maxCachedCharacters)',
    replace: 'if (cachedCharacters < 0)',
    tests: [storedDocumentsTest],
    name: 'ZR580',
  },
]
