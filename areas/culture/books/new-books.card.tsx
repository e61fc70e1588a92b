/** The newest books of the public shelf. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { BookCover } from './book-cover.tsx'
import { coverIn } from './use-books.tsx'
import './books.css'

const shown = 6

export default function NewBooks() {
  const { open } = useShell()
  const { data, error, refetch } = useQuery<ListAnswer>({
    queryKey: ['cultureBook', 'newest'],
    queryFn: ({ signal }) =>
      api.post(
        '/cultureBook/list',
        { pageNum: 1, pageSize: shown, only: 'rows', conditionList: [{ field: 'isPublic', condition: 'EQ', value: '1' }] },
        { signal, quiet: true },
      ),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('书架还是空的，管理员登记图书后就能借阅')} />
  return (
    <ul className="zg-new-books">
      {data.list.map(row => {
        const title = asText(row['title'])
        return (
          <li key={row.id}>
            <button type="button" title={title} aria-label={title} onClick={() => open(`/culture/publicBooks?id=${row.id}`)}>
              <BookCover id={row.id} title={title} picture={coverIn(row)} />
              <span>{title}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
