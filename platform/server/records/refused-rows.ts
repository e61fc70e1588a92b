/** Rows that a batch or an undo did not change, with the reason: counted by reason and formatted for the answer. */
import { toStored, type Wording } from '#platform/declare/sentence.ts'
import type { BatchResult, UndoResult } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'

export interface RefusedRow {
  readonly id: string
  readonly reason: Wording
}
interface ReasonRows {
  readonly reason: Wording
  readonly rows: number
}

/** What the answer says, but for its language. */
export interface BatchEnd extends Omit<BatchResult, 'refused' | 'reasons'> {
  readonly refused: readonly RefusedRow[]
  readonly reasons: readonly ReasonRows[]
}
export interface UndoEnd extends Omit<UndoResult, 'refused'> {
  readonly refused: readonly RefusedRow[]
}

/** How many rows were left for which reason. */
export class Reasons {
  readonly #byText = new Map<string, ReasonRows>()
  rows = 0
  add(reason: Wording, rows: number): void {
    const text = toStored(reason)
    this.#byText.set(text, { reason, rows: (this.#byText.get(text)?.rows ?? 0) + rows })
    this.rows += rows
  }
  list(): ReasonRows[] {
    return [...this.#byText.values()]
  }
}

type Reader = Pick<Context, 'house' | 'language'>

const inWordsOf = <T extends { readonly reason: Wording }>({ house, language }: Reader, all: readonly T[]) =>
  all.map(one => ({ ...one, reason: house.registry.inWords(one.reason, language) }))

export const batchAnswer = (reader: Reader, end: BatchEnd): BatchResult => ({
  ...end,
  refused: inWordsOf(reader, end.refused),
  reasons: inWordsOf(reader, end.reasons),
})
export const undoAnswer = (reader: Reader, end: UndoEnd): UndoResult => ({ ...end, refused: inWordsOf(reader, end.refused) })
