/** Reading the help centre from its pages. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { CentreIndex, FoundArticles, PageHelp, ReadArticle, TypeNode } from './answers.ts'

const key = 'helpArticlePublished'
export const centrePath = '/help-article/menu-list'
export const articlesPath = '/help-article/list'
export const questionsPath = '/help-article/qa'
export const pageSize = 10

export const articleUrl = (id: string): string => `${articlesPath}?id=${id}`
export const searchUrl = (keyword: string): string => `${articlesPath}?q=${encodeURIComponent(keyword)}`

/** Asks a call; what was answered before stays while the next answer comes. */
export function useAnswer<Data>(
  name: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Data>,
  enabled = true,
): UseQueryResult<Data> {
  return useQuery<Data>({
    queryKey: [key, ...name],
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    enabled,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export const useCentre = (): UseQueryResult<CentreIndex> =>
  useAnswer(['index'], signal => api.post('/HelpArticle/helpCenterIndexPage', {}, { signal, quiet: true }))
export const useTypes = (): UseQueryResult<readonly TypeNode[]> =>
  useAnswer(['types'], signal => api.post('/HelpType/typeList', {}, { signal, quiet: true }))
export const useArticle = (id: string): UseQueryResult<ReadArticle> =>
  useAnswer(['read', id], signal => api.get('/HelpArticle/browseArticles', { id }, { signal, quiet: true }))
export const useFound = (keyword: string, pageNum: number): UseQueryResult<FoundArticles> =>
  useAnswer(['found', keyword, pageNum], signal =>
    api.post('/HelpArticle/helpCenterSearch', { keyword, pageNum, pageSize }, { signal, quiet: true }),
  )
export const useHelpOfPage = (pageKey: string | null): UseQueryResult<PageHelp | null> =>
  useAnswer(['page', pageKey], signal => api.post('/HelpArticle/ofPage', { pageKey }, { signal, quiet: true }), pageKey !== null)
