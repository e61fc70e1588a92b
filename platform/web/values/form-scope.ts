/** What a form and its controls tell each other. */
import { createContext } from 'react'
import type { Call, FormItem } from '../../declare/wire.ts'

export interface ControlProps {
  readonly item: FormItem
  readonly disabled: boolean
  /** given by antd's Form.Item */
  readonly id?: string | undefined
  readonly value?: unknown
  readonly onChange?: ((value: unknown) => void) | undefined
}

export interface FormScope {
  /** files of a field are on their way: the form waits with saving */
  setBusy(field: string, isBusy: boolean): void
  /** the record that is edited; null: a new one, or many at once */
  readonly recordId: string | null
  /** of the record the values stand on; a conflict may bring another */
  readonly version: number | null
  /** what stands in the fields of the form now */
  readonly values?: () => Readonly<Record<string, unknown>>
  /** how a sensitive value of the record is told; absent: the person may not see it */
  readonly reveal?: Call
}
export const FormScopeContext = createContext<FormScope>({ setBusy: () => undefined, recordId: null, version: null })
