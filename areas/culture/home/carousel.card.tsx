/** The newest news with their covers, one after the other; it stands still for who wants no motion, and while it is looked at. */
import { useQuery } from '@tanstack/react-query'
import { Carousel } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { useIsShown } from '#platform/web/page/page-context.ts'
import type { ArticlePage } from '../news/answers.ts'
import { ArticleLink, Cover } from '../news/article-parts.tsx'
import '../news/article.css'
import './home.css'

const shown = 5
const eachMs = 6_000

export default function CarouselCard() {
  const isShown = useIsShown()
  const { data, error, refetch } = useQuery({
    queryKey: ['newsPublished', 'front', 'card'],
    queryFn: ({ signal }) => api.get<ArticlePage>('/newsSetting/homePageNews', { pageSize: shown }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('还没有发布过新闻')} />
  const isStill = !isShown || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <Carousel className="zg-culture-carousel" autoplay={!isStill} autoplaySpeed={eachMs} arrows draggable>
      {data.list.slice(0, shown).map(one => (
        <div key={one.id}>
          <ArticleLink kind="news" id={one.id} className="zg-culture-slide">
            <Cover article={one} width={960} />
            <span>
              <strong>{one.title}</strong>
              <small>{one.summary}</small>
            </span>
          </ArticleLink>
        </div>
      ))}
    </Carousel>
  )
}
