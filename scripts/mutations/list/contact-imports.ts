import type { Mutation } from '../mutation.ts'

const service = 'apps/phone-service/src'
const folder = `${service}/contact-imports`
const hostileFiles = [`${folder}/hostile-files.test.ts`] as const
const safety = [`${folder}/import-safety.test.ts`] as const

export const contactImportMutations: readonly Mutation[] = [
  {
    removes: 'ZR610: A row of any length is collected in memory.',
    file: `${folder}/file/read-csv.ts`,
    find: '    max_record_size: maxRowCharacters,\n',
    replace: '',
    tests: hostileFiles,
    name: 'ZR610',
  },
  {
    removes: 'ZR611: A file is decoded without a pause.',
    file: `${folder}/file/file-format.ts`,
    find: '      await takeTurn()\n',
    replace: '',
    tests: hostileFiles,
    name: 'ZR611',
  },
  {
    removes: 'ZR612: A user sees the imports of other members.',
    file: `${folder}/records/contact-imports.ts`,
    find: "    .where('user_id', '=', userId)\n    .where('expires_at', '>', now)\n    .executeTakeFirst()",
    replace: "    .where('expires_at', '>', now)\n    .executeTakeFirst()",
    tests: safety,
    name: 'ZR612',
  },
  {
    removes: 'ZR613: An import exceeds the quota of contacts in bytes.',
    file: `${folder}/save-import.ts`,
    find: 'sizeBytes > use.sizeBytes && sizeBytes > settings.maxContactBytes',
    replace: 'sizeBytes < 0',
    tests: safety,
    name: 'ZR613',
  },
  {
    removes: 'ZR614: An import that a stopping process has begun fails.',
    file: `${folder}/run-imports.ts`,
    find: '    if (signal.aborted) return\n',
    replace: '',
    tests: safety,
    name: 'ZR614',
  },
  {
    removes: 'ZR615: Two imports plan with the same contacts.',
    file: `${service}/contacts/contacts.ts`,
    find: '  if (!rows[0]?.isLocked) return null\n',
    replace: '',
    tests: safety,
    name: 'ZR615: two imports',
  },
  {
    removes: 'ZR616: A request waits for an import.',
    file: `${service}/contacts/contacts.ts`,
    find: "  if (!rows[0]?.isLocked) throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })\n",
    replace: '',
    tests: safety,
    name: 'ZR616',
  },
  {
    removes: 'ZR617: Private contacts of others are compared with the rows of a file.',
    file: `${service}/contacts/contact-batches.ts`,
    find: '    .select(columns)\n    .where((where) => isVisibleTo(where, viewer))\n',
    replace: "    .select(columns)\n    .where('workspace_id', '=', viewer.workspaceId)\n",
    tests: safety,
    name: 'ZR617',
  },
  {
    removes: 'ZR618: A workspace stores any number of files.',
    file: `${folder}/create-import.ts`,
    find: "      if (storedBytes + file.length > maxFileBytesPerWorkspace) throw new PhoneError('CONTACT_IMPORT_SPACE')\n",
    replace: '',
    tests: safety,
    name: 'ZR618',
  },
  {
    removes: 'ZR619: Each byte of a file is inspected as a property.',
    file: `${service}/request-context/phone-api.ts`,
    find: ' || value instanceof Uint8Array) return false',
    replace: ') return false',
    tests: safety,
    name: 'ZR619',
  },
  {
    removes: 'ZR620: An import is not audited.',
    file: `${folder}/save-import.ts`,
    find: "  await transaction.audit('contacts.imported', subject, { file: stored.fileName, ...plan.counts })\n",
    replace: '',
    tests: safety,
    name: 'ZR620',
  },
  {
    removes: 'ZR621: An import does not take back what an export adds before formulas.',
    file: `${folder}/plan/parse-row.ts`,
    find: 'cells.map(restoreFormulas)',
    replace: 'cells',
    tests: [`${service}/contact-exports/contact-exports.test.ts`],
    name: 'ZR621',
  },
  {
    removes: 'ZR622: The folded lines of vCards are too long.',
    file: `${service}/contact-exports/serialize-vcard.ts`,
    find: 'ICAL.foldLength = 74',
    replace: 'ICAL.foldLength = 75',
    tests: [`${service}/contact-exports/contact-exports.test.ts`],
    name: 'ZR622: lines',
  },
]
