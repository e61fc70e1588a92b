/** Answers of news and notices as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'

/** A row of a front page. */
export interface Article {
  readonly id: string
  readonly title: string
  readonly summary: string
  /** address of the cover's file; null: none */
  readonly coverLink: string | null
  readonly coverId: string | null
  readonly typeLabel: string | null
  readonly publishAt: string
  readonly sticky: boolean
  readonly isRead: boolean
  readonly likes: number
  readonly readers: number
}
export interface NoticeArticle extends Article {
  readonly mustRead: boolean
  readonly confirmBy: string | null
  readonly confirmed: boolean
}

/** One of the dictionary of kinds. */
export interface ArticleKind {
  readonly id: string
  readonly label: string
}

export interface ArticlePage<A extends Article = Article> {
  readonly list: readonly A[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  /** by which the page can be narrowed */
  readonly kinds: readonly ArticleKind[]
}

/** What a reader opens: the record with what he and the others have done with it. */
export interface ReadArticle extends Row {
  readonly title: string
  readonly content: string | null
  readonly cover: readonly UploadedFile[] | null
  readonly files: readonly UploadedFile[] | null
  readonly publishedAt: string
  readonly isArchived: boolean
  readonly confirmed: boolean
  readonly liked: boolean
  readonly likes: number
  readonly readers: number
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly times: number
}

export interface Neighbour {
  readonly id: string
  readonly title: string
}
/** Before and after an article by the time of publishing. */
export interface Neighbours {
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
}

/** One article in the analysis. */
export interface ArticleFigures {
  readonly id: string
  readonly kind: 'news' | 'notice'
  readonly title: string
  readonly publishAt: string
  /** people it was for when it was published */
  readonly audience: number
  readonly readers: number
  readonly confirmed: number
  readonly mustRead: boolean
  readonly likes: number
}
export interface Analysis {
  /** of the twelve months to the present one, oldest first; YYYY-MM */
  readonly months: readonly { readonly month: string; readonly news: number; readonly notice: number; readonly readings: number }[]
  /** of these months, newest first; 200 at most */
  readonly list: readonly ArticleFigures[]
}
