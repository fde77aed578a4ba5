import type { LiveService } from '../live/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { addComment, deleteComment, editComment } from './change-comments.ts'
import { listComments } from './list-comments.ts'

export const callCommentHandlers = {
  'GET /calls/{call}/comments': listComments,
  'POST /calls/{call}/comments': addComment,
  'PUT /calls/{call}/comments/{comment}': editComment,
  'DELETE /calls/{call}/comments/{comment}': deleteComment,
} satisfies Partial<PhoneHandlers<Services & LiveService>>
