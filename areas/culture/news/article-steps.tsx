/** To the article before and the one after, by the time of publishing. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { Neighbour, Neighbours } from './answers.ts'
import { detailUrl, kinds, type Kind } from './kinds.tsx'

export function ArticleSteps({ kind, id }: { kind: Kind; id: string }) {
  const { turn } = useShell()
  const { tabKey } = usePage()
  const { data } = useQuery({
    queryKey: [kinds[kind].type, 'beside', id],
    queryFn: ({ signal }) => api.get<Neighbours>(`${kinds[kind].beside}/${id}`, {}, { signal, quiet: true }),
    throwOnError: false,
  })
  const step = (name: string, to: Neighbour | null, way: 'previous' | 'next') =>
    to === null ? (
      <span data-way={way} />
    ) : (
      <a
        data-way={way}
        href={detailUrl(kind, to.id)}
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          turn(tabKey, detailUrl(kind, to.id))
        }}
      >
        <small>{name}</small>
        {to.title}
      </a>
    )
  return (
    <nav className="zg-article-steps" aria-label={t('上一篇和下一篇')}>
      {data !== undefined && (
        <>
          {step(t('上一篇'), data.previous, 'previous')}
          {step(t('下一篇'), data.next, 'next')}
        </>
      )}
    </nav>
  )
}
