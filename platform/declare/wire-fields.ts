/** What the server tells the browser about a field of a list. Types only. */
import type { FilterAs } from './fields.ts'
import type { ConditionCode } from './wire-schemes.ts'
import type { ItemKey, Option, ValueKind } from './wire-values.ts'

/** Filter field definition of the specification (first block) and what the generic pages need beyond it. */
export interface FieldDefinition {
  readonly id: string
  readonly field: string
  readonly title: string
  /** where the field is shown through a look-up: `reference.field`, else null */
  readonly entityField: string | null
  readonly keyValueList: readonly Option[]
  readonly isFilter: boolean
  readonly isSort: boolean
  readonly isShow: boolean
  readonly isDisabled: boolean
  readonly width: number
  readonly orderBy: 'ASC' | 'DESC' | null

  readonly kind: ValueKind
  /** how the filter bar offers it; null: only in the scheme dialog */
  readonly filterKind: 'contains' | 'equals' | 'range' | 'select' | null
  /** the control it has there; null: only in the scheme dialog */
  readonly filterAs: FilterAs | null
  readonly conditions: readonly ConditionCode[]
  /** list type of the referenced resource, for /listField/options */
  readonly target: string | null
  /** text: the page that shows what this number names (`recordOf` of a page) */
  readonly opens?: string
  /** natural key that the reference stores instead of the id (currency code): sent to /listField/options as `by` */
  readonly targetBy?: string
  /** reference: its records are those whose fields hold these values */
  readonly among?: Readonly<Record<string, string>>
  /** the target's records are a tree: IN finds what lies below the chosen ones as well, EQ the record alone */
  readonly isTree?: true
  readonly isTotal: boolean
  /** field of the same row that names the currency of this money, or null */
  readonly currencyField: string | null
  /** decimals shown (money 2); exact value always travels */
  readonly decimals: number | null
  /** an instant by which something is due: the word for one that has passed */
  readonly late?: string
  /** text: the words of its codes */
  readonly codes?: Readonly<Record<string, string>>
  /** of lines: a formula that makes the figure while one types, and its decimals */
  readonly typed?: { readonly formula: string; readonly scale: number }
  /** field of the same row whose text is told on hover of this one */
  readonly hover?: string
  /** a number that names something: written without thousand separators */
  readonly isName?: true
  /** place in the row of the file that is shown beside the value: picture of the record, or of what it refers to */
  readonly picture?: string
  /** names a product, shown by picture and name; of an MSKU the field of the same row that holds its shop */
  readonly item?: { readonly by: ItemKey; readonly shop?: string }
  /** its text is HTML of the editor: a cell shows the words alone */
  readonly isHtml?: true
  /** its cell opens the control of the form, and saves by the list's own update */
  readonly isInline?: true
  /** filter: what the list opens with where nothing else is asked for: a relative condition */
  readonly opensWith?: 'TODAY' | 'THIS_MONTH' | 'LAST_30_DAYS'
  /** shown alone: exports leave it out */
  readonly isExported?: false
  /** its values come masked; `calls.reveal` tells one whole */
  readonly isSensitive?: true
  /** told for a reason that the person gives */
  readonly isEncrypted?: true
}
