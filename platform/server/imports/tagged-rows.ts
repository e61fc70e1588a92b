/** The documents that banks share, by their forms: whether a file is one, and its statements as rows of cells. Pure. */
import type { TaggedForm } from '#platform/declare/file-kind.ts'
import { camtHeads, camtStatements, isCamt } from './camt-rows.ts'
import { isMt940, mt940Heads, mt940Statements } from './mt940-rows.ts'
import { isOfx, ofxHeads, ofxStatements } from './ofx-rows.ts'
import { statementRows, type Statements, type StatementRows } from './statement-rows.ts'

interface Form {
  /** told by the first characters */
  readonly is: (start: string) => boolean
  readonly heads: readonly string[]
  readonly read: (text: string) => Statements
}
const forms: Readonly<Record<TaggedForm, Form>> = {
  mt940: { is: isMt940, heads: mt940Heads, read: mt940Statements },
  camt: { is: isCamt, heads: camtHeads, read: camtStatements },
  ofx: { is: isOfx, heads: ofxHeads, read: ofxStatements },
}

/** null: none of them. */
export const formOf = (start: string): TaggedForm | null => (Object.keys(forms) as TaggedForm[]).find(form => forms[form].is(start)) ?? null

/** `part`: which of several statements with lines, from 1. */
export const taggedRows = (form: TaggedForm, text: string, part: number): StatementRows =>
  statementRows(forms[form].read(text), forms[form].heads, part)
