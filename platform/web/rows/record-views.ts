/** Records that are drawn by an area, as the paper that they are. The composition root registers, the page of a record looks up. */
import type { ComponentType } from 'react'
import type { ListDefinition, RecordDefinition, Row } from '../../declare/wire.ts'
import { lazyPart, type LazyPart } from '../page/lazy-part.tsx'

export interface RecordViewProps {
  readonly definition: ListDefinition
  readonly record: RecordDefinition
  readonly row: Row
}

const views = new Map<string, LazyPart<RecordViewProps>>()

/** `/areas/finance/mapping/settlement/amazon-settlement.record.tsx` -> `amazonSettlement`: the list type of its records. */
export const recordTypeOf = (file: string): string =>
  (/([^/]+)\.record\.tsx$/.exec(file)?.[1] ?? '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function registerRecordView(type: string, load: () => Promise<unknown>): void {
  views.set(type, lazyPart(load as () => Promise<{ readonly default: ComponentType<RecordViewProps> }>))
}

/** null: its page follows from its fields. */
export const recordViewOf = (type: string): LazyPart<RecordViewProps> | null => views.get(type) ?? null
