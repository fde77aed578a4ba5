import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createContactImport } from './create-import.ts'
import { previewContactImport } from './preview-import.ts'
import { deleteContactImport, getContactImport, getRejectedRows, listContactImports } from './read-imports.ts'
import { runContactImport } from './start-import.ts'
import { undoContactImport } from './undo-import.ts'

export {
  cancelImportsOfUser,
  deleteImportsOfUser,
  deleteImportsOfWorkspace,
} from './records/delete-imports.ts'
export {
  countDrafts,
  countImportCopies,
  deleteDrafts,
  deleteExamples,
  deleteImportCopies,
  hasRunningImport,
} from './records/erase-imports.ts'
export { startContactImports } from './run-imports.ts'

export const contactImportHandlers = {
  'POST /contact-imports': createContactImport,
  'GET /contact-imports': listContactImports,
  'GET /contact-imports/{import}': getContactImport,
  'PUT /contact-imports/{import}/mapping': previewContactImport,
  'GET /contact-imports/{import}/rejected/csv': getRejectedRows,
  'POST /contact-imports/{import}/run': runContactImport,
  'POST /contact-imports/{import}/undo': undoContactImport,
  'DELETE /contact-imports/{import}': deleteContactImport,
} satisfies Partial<PhoneHandlers<Services & LiveService & AuthenticationService>>
