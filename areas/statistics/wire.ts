/** What the calls of sales statistics answer. Types only. */
import type { ReportAnswer, ReportRow } from '#platform/declare/wire.ts'

/** What the calls are narrowed by, and the dimension that it means. */
export interface FilterNames {
  readonly shopIds: 'shop'
  readonly brands: 'brand'
  readonly categoryIds: 'category'
  readonly countries: 'country'
  readonly skus: 'sku'
  readonly employeeIds: 'salesman'
  readonly groupIds: 'productGroup'
  readonly tagIds: 'productTag'
}

export interface ColumnDescriptor {
  readonly field: string
  readonly fieldCn: string
  readonly fieldEn: string
  readonly dataType: 'TEXT' | 'NUMBER' | 'MONEY' | 'PERCENTAGE' | 'DATE'
  readonly deptName: string | null
  readonly children: readonly ColumnDescriptor[] | null
  readonly formula: string | null
  readonly source: string | null
}
export interface StatisticsAnswer extends ReportAnswer {
  readonly columns: readonly ColumnDescriptor[]
  /** the last day up to which the files of a shop leave no gap */
  readonly completeUntil: readonly { readonly shopId: string; readonly until: string | null }[]
  /** figures without a source, which are null and never 0 */
  readonly notFilled: readonly { readonly field: string; readonly shopId: string; readonly reason: string }[]
}
export interface CategoryNode extends ReportRow {
  readonly categoryId: string
  readonly parentId: string | null
  readonly level: number
  readonly children: readonly CategoryNode[]
}

export type CategoryAnswer = Omit<StatisticsAnswer, 'list'> & { readonly list: readonly CategoryNode[] }

/** What was approved to be stocked; null: no plan says it. */
export interface Planned {
  readonly approvalQty: string | null
  readonly surplusQty: string | null
  readonly deliveredQty: string | null
}
export interface QuantityRow extends Planned {
  readonly deptName: string | null
  readonly key: { readonly dept: string | null; readonly sku: string | null }
  readonly label: { readonly dept: string; readonly sku: string }
  /** units: of the whole period (`units`), and by the fields of `columns` */
  readonly values: Readonly<Record<string, string>>
  readonly children: readonly QuantityRow[] | null
}
export type QuantityAnswer = Omit<StatisticsAnswer, 'list'> & { readonly list: readonly QuantityRow[] }
