import { enUS, type Messages } from './en-US.ts'

export const deDE: Messages = { ...enUS }
