/** `@react-email/components` hands on functions that render. In the sandbox there is nothing to hand on. */
export {}
