/** What the controls of a form tell the dialog around them. */
import { createContext } from 'react'

export interface FormScope {
  /** files of a field are on their way: the form waits with saving */
  setBusy(field: string, isBusy: boolean): void
}
export const FormScopeContext = createContext<FormScope>({ setBusy: () => undefined })
