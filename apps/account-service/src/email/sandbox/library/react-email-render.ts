/**
 * Replaces `@react-email/render`, which `@react-email/components` re-exports and the sandbox does not need.
 */
export {}
