/** Speech is decided for frames of this length. */
export const frameMs = 20
