import { enUS, type Messages } from './en-US.ts'

export const es419: Messages = { ...enUS }
