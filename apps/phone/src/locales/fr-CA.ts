import { enUS, type Messages } from './en-US.ts'

export const frCA: Messages = { ...enUS }
