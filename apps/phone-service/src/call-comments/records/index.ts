export {
  type CommentKey,
  countComments,
  deleteCommentRow,
  findComment,
  insertComment,
  listCallsByComment,
  listCommentPage,
  listCommentsById,
  type StoredComment,
  saveCommentText,
  serializeComment,
} from './comments.ts'
