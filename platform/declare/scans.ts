/** The word `scans`: codes that stand on things, by which scanning knows a record. Pure. */
import type { Title } from './title.ts'

/** What a code stands on. */
export const scanKinds = {
  item: ['商品', 'Item'],
  location: ['库位', 'Location'],
  batch: ['批次', 'Batch'],
  document: ['单据', 'Document'],
} as const satisfies Readonly<Record<string, Title>>
export type ScanKind = keyof typeof scanKinds

export interface Scan<Name extends string = string> {
  readonly field: Name
  readonly kind: ScanKind
  /** the reference that says what the code stands on, where that is another record: the product of a barcode */
  readonly of?: Name
}

/** longest code that is looked for */
export const codeMax = 120

/** What a code is: one record, or several between which the person chooses. */
export interface ScannedCode {
  readonly kind: ScanKind
  /** what such a thing is called */
  readonly thing: string
  /** list type and id of the record */
  readonly type: string
  readonly id: string
  /** what its list is called */
  readonly title: string
  /** as it is stored */
  readonly code: string
  /** what the record is called beside its code */
  readonly name: string | null
  /** what the code stands on, where that is another record that the caller may see */
  readonly of?: { readonly type: string; readonly id: string; readonly name: string }
}
