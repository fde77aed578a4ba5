/** JSON that an application stores. As for the result of `JSON.parse`, the application knows its shape. */
export type Json = ReturnType<typeof JSON.parse>
