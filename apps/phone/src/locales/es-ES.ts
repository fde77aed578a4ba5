import { enUS, type Messages } from './en-US.ts'

export const esES: Messages = { ...enUS }
