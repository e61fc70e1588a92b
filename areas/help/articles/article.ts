/** A help article that comes with the product: what the page is for, what one does there, what to look out for. */
import type { Title } from '#platform/declare/title.ts'

export interface BuiltIn {
  /** components of the pages on which F1 opens it */
  readonly pageKeys: readonly string[]
  /** name of its type */
  readonly type: string
  readonly title: Title
  readonly purpose: string
  readonly steps: readonly string[]
  readonly care: string
  /** how people ask for it, with blanks between */
  readonly keywords: string
}

type Line = readonly [pageKeys: string, zh: string, en: string, keywords: string, purpose: string, steps: readonly string[], care: string]

/** Articles of one type; page keys with blanks between. */
export const articlesOf = (type: string, lines: readonly Line[]): readonly BuiltIn[] =>
  lines.map(([pageKeys, zh, en, keywords, purpose, steps, care]) => ({
    pageKeys: pageKeys.split(' '),
    type,
    title: [zh, en],
    purpose,
    steps,
    care,
    keywords,
  }))
