import { createContext, useContext } from 'react'

/** What a field tells the control inside it. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export const FieldContext = createContext<FieldControl | null>(null)

/** The attributes that join a control to its label, hint and error; those of the control itself win. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}
