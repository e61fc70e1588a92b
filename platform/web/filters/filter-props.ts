/** What every control of a filter is given. */
import type { FieldDefinition } from '../../declare/wire.ts'

export interface FilterControlProps {
  readonly field: FieldDefinition
  readonly value: string
  /** the bound of the list is never empty */
  readonly required?: boolean
  /** choices stand open instead of below a button: in the drawer there is room */
  readonly open?: boolean
  /** `soon`: more may come (typing); otherwise the choice is made */
  readonly onChange: (value: string, soon: boolean) => void
}
