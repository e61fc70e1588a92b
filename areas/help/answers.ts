/** Answers of the help centre's calls that are written by hand, as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'

/** Ranges of a text, in UTF-16 units. */
export type Marks = readonly (readonly [from: number, to: number])[]

export interface TypeNode {
  readonly id: string
  readonly name: string
  readonly icon: number | null
  readonly count: number
  readonly children: readonly TypeNode[]
}

export interface FoundArticle {
  readonly id: string
  readonly title: string
  readonly titleMarks: Marks
  readonly excerpt: string
  /** in the excerpt */
  readonly marks: Marks
  readonly typePath: readonly string[]
}
export interface FoundArticles {
  readonly list: readonly FoundArticle[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
}

/** An article as lists of the centre show it. */
export interface ArticleLine {
  readonly id: string
  readonly title: string
  readonly views: number
  readonly publishedAt: string
}
export interface CentreType {
  readonly id: string
  readonly name: string
  readonly icon: number | null
  readonly count: number
  readonly articles: readonly ArticleLine[]
}
export interface CentreIndex {
  readonly types: readonly CentreType[]
  readonly popular: readonly ArticleLine[]
  readonly newest: readonly ArticleLine[]
}

export interface Neighbour {
  readonly id: string
  readonly title: string
}
/** What a reader opens, beside the fields that readers see. */
export interface ReadArticle extends Row {
  readonly typePath: readonly string[]
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
  readonly views: number
  readonly helpful: number
  /** what the reader has said; null: nothing yet */
  readonly isHelpful: boolean | null
}

export interface ArticleVersion {
  /** null: what readers do not see yet */
  readonly revision: number | null
  readonly title: string
  readonly keywords: string | null
  readonly content: string
  readonly by: string
  /** instant */
  readonly at: string
}

/** The article that F1 opens on a page. */
export interface PageHelp {
  readonly id: string
  readonly title: string
  readonly content: string
}

export interface ProductNode {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly count: number
}
export interface SearchedWords {
  readonly id: string
  readonly keywords: string
  readonly times: number
  readonly results: number
  readonly lastAt: string
}
