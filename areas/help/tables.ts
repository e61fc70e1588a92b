/** The tables of the help centre. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import {
  helpArticle,
  helpArticleVersion,
  helpCount,
  helpGram,
  helpPageKey,
  helpSearched,
  helpSearchWord,
  helpSynonym,
  helpView,
  helpVote,
} from './article-tables.ts'
import { qaForm, qaItem, qaSearch } from './qa/tables.ts'
import { helpType, qaType } from './type-tables.ts'

const named = { helpArticleVersion, helpCount, helpGram, helpPageKey, helpSearched, helpSynonym, helpView, helpVote, qaSearch }

export const helpTables = {
  ...named,
  helpType,
  helpSearchWord,
  helpArticle: helpArticle.draft,
  helpArticlePublished: helpArticle.published,
  qaType,
  qaItem: qaItem.draft,
  qaItemPublished: qaItem.published,
  qaForm,
}

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
